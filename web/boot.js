// Inlined into index.html, so it runs first. build/first-page.ts prepends PAGES and CATALOGUES.

let language;

// Applies the theme before the first paint. "system" needs nothing: the stylesheet follows the browser.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  language = JSON.parse(localStorage.getItem('user'))?.language ?? localStorage.getItem('language');
} catch {
  // Storage is blocked or unreadable, so the system's theme and language apply.
}

// In another language than English, its texts run before the app. lib/language.ts uses them.
language ??= navigator.languages.map((tag) => tag.split('-')[0]).find((code) => code === 'en' || code in CATALOGUES);
if (Object.hasOwn(CATALOGUES, language)) {
  document.documentElement.lang = `${language}-IN`;
  document.write(`<script defer src="${CATALOGUES[language]}"></script>`);
}

// Turns off the schema library's code generation: probing for eval would be reported as a policy violation.
globalThis.__zod_globalConfig = { jitless: true };

// Requests this page's code, styles and first answer while the app loads. lib/api.ts uses the answer.
try {
  const token = localStorage.getItem('authToken');
  const user = JSON.parse(localStorage.getItem('user'));
  // Paints the outline of the admin area instead of the customers' pages.
  if (token && user?.role === 'ADMIN' && /^\/admin(?:\/|$)/.test(location.pathname))
    document.documentElement.dataset.admin = '';
  const page = location.search ? undefined : PAGES.find(({ address }) => new RegExp(address).test(location.pathname));
  if (token && user && page) {
    for (const href of page.files) {
      const hint = href.endsWith('.js') ? { rel: 'modulepreload' } : { rel: 'preload', as: 'style' };
      document.head.append(Object.assign(document.createElement('link'), hint, { href }));
    }
    const city = sessionStorage.getItem('city') ?? localStorage.getItem('city');
    const url = location.pathname
      .replace(new RegExp(page.address), page.data)
      .replace('&city=$city', () => (city ? `&${new URLSearchParams({ city })}` : ''));
    const answer = fetch(url, { headers: { Accept: 'application/json', Authorization: `Bearer ${token}` } }).then(
      (response) => ({ response, receivedAt: Date.now() }),
    );
    answer.catch(() => {});
    globalThis.earlyAnswer = { url, token, askedAt: Date.now(), answer };
  }
} catch {
  // Storage is blocked or unreadable, which the app handles.
}
