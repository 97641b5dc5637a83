// Stands in index.html itself and runs before everything else. build/first-page.ts puts PAGES before it.

// Puts the chosen theme on the page before its first paint; "system" needs nothing, the stylesheet follows the browser.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: the system's theme is used.
}

// Schemas are checked without generated code: merely probing for eval would be reported as a policy violation.
globalThis.__zod_globalConfig = { jitless: true };

// Asks for the code, the styles and the first answer of this page while the app is still on its way. lib/api.ts takes the answer.
try {
  const token = localStorage.getItem('authToken');
  const user = JSON.parse(localStorage.getItem('user'));
  const page = location.search ? undefined : PAGES.find(({ address }) => new RegExp(address).test(location.pathname));
  if (token && user && page) {
    for (const href of page.files) {
      const hint = href.endsWith('.js') ? { rel: 'modulepreload' } : { rel: 'preload', as: 'style' };
      document.head.append(Object.assign(document.createElement('link'), hint, { href }));
    }
    const url = location.pathname.replace(new RegExp(page.address), page.data);
    const answer = fetch(url, { headers: { Accept: 'application/json', Authorization: `Bearer ${token}` } }).then(
      (response) => ({ response, receivedAt: Date.now() }),
    );
    answer.catch(() => {});
    globalThis.earlyAnswer = { url, token, askedAt: Date.now(), answer };
  }
} catch {
  // Storage is blocked or unreadable: the app handles that.
}
