import { expect, test, vi } from 'vitest';
import boot from '../../boot.js?raw';

const SEATS_PAGE = {
  address: '^/shows/(\\d+)/seats$',
  data: '/api/bookings/seats/$1',
  files: ['/assets/seat-page.js', '/assets/seat-view.css'],
};

const MOVIES_PAGE = { address: '^/movies$', data: '/api/movies?page=1&city=$city', files: [] };

const SESSION = { authToken: 't1', user: '{}' };

/** Runs boot.js in a page with this address and storage. */
function openPage(
  address: string,
  stored: Record<string, string> = {},
  visit: Record<string, string> = {},
  languages = ['en-IN'],
) {
  const head: object[] = [];
  const { pathname, search } = new URL(address, 'http://cinema.example');
  const page = {
    PAGES: [SEATS_PAGE, MOVIES_PAGE],
    CATALOGUES: { hi: '/assets/hi.js' },
    navigator: { languages },
    localStorage: { getItem: (key: string) => stored[key] ?? null },
    sessionStorage: { getItem: (key: string) => visit[key] ?? null },
    location: { pathname, search },
    fetch: vi.fn(async () => new Response('{}')),
    document: {
      documentElement: { dataset: {} as { theme?: string }, lang: 'en-IN' },
      write: vi.fn(),
      head: { append: (element: object) => head.push(element) },
      createElement: () => ({}),
    },
  };
  globalThis.earlyAnswer = undefined;
  new Function(...Object.keys(page), boot)(...Object.values(page));
  return { ...page, head };
}

test('boot.js turns off the schema library’s code generation before it loads', async () => {
  openPage('/login');
  const { config } = await import('zod');
  expect(config().jitless).toBe(true);
});

test('boot.js applies only a known theme', () => {
  const themeFor = (theme: string) => openPage('/login', { theme }).document.documentElement.dataset.theme;
  expect(themeFor('dark')).toBe('dark');
  expect(themeFor('"><script>')).toBeUndefined();
});

test.each([
  ["the user's language", { user: '{"language":"hi"}', language: 'en' }, ['en'], 'hi-IN'],
  ["the user's English in a Hindi browser", { user: '{"language":"en"}' }, ['hi'], 'en-IN'],
  ['the language chosen in this browser', { language: 'hi' }, ['en'], 'hi-IN'],
  ["the first of the browser's languages that we have", {}, ['ta-IN', 'hi-IN', 'en'], 'hi-IN'],
  ['English before Hindi, if the browser does', {}, ['en-US', 'hi'], 'en-IN'],
  ['English for a browser whose languages we lack', {}, ['ta', 'de'], 'en-IN'],
  ["the browser's if the stored user can't be read", { user: '{' }, ['hi'], 'hi-IN'],
  ['English for a stored language that we lack', { language: '"><script>' }, ['hi'], 'en-IN'],
])('boot.js chooses %s', (_what, stored, languages, expected) => {
  const { documentElement, write } = openPage('/login', stored, {}, languages).document;
  expect(documentElement.lang).toBe(expected);
  expect(write.mock.calls).toEqual(expected === 'hi-IN' ? [['<script defer src="/assets/hi.js"></script>']] : []);
});

test('boot.js asks for the outline of the admin area only for administrators in it', () => {
  const admin = { authToken: 't1', user: '{"role":"ADMIN"}' };
  const isAdmin = (address: string, stored: Record<string, string>) =>
    'admin' in openPage(address, stored).document.documentElement.dataset;
  for (const address of ['/admin', '/admin/', '/admin/shows?page=2']) expect(isAdmin(address, admin)).toBe(true);
  expect(isAdmin('/administration', admin)).toBe(false);
  expect(isAdmin('/movies', admin)).toBe(false);
  expect(isAdmin('/admin/check-in', { authToken: 't1', user: '{"role":"STAFF"}' })).toBe(false);
  expect(isAdmin('/admin', { user: '{"role":"ADMIN"}' })).toBe(false);
});

test('boot.js requests the opened page’s code, styles and first answer early', async () => {
  const { fetch, head } = openPage('/shows/7/seats', SESSION);
  expect(head).toEqual([
    { rel: 'modulepreload', href: '/assets/seat-page.js' },
    { rel: 'preload', as: 'style', href: '/assets/seat-view.css' },
  ]);
  expect(fetch).toHaveBeenCalledExactlyOnceWith('/api/bookings/seats/7', {
    headers: { Accept: 'application/json', Authorization: 'Bearer t1' },
  });
  expect(globalThis.earlyAnswer).toMatchObject({ url: '/api/bookings/seats/7', token: 't1' });
  expect((await globalThis.earlyAnswer?.answer)?.response.ok).toBe(true);
});

test('boot.js requests the movies of the city of this visit, else of the remembered one', () => {
  const requested = (city: Record<string, string>, visit?: Record<string, string>) =>
    openPage('/movies', { ...SESSION, ...city }, visit).fetch.mock.calls.map(([url]: unknown[]) => url);
  expect(requested({})).toEqual(['/api/movies?page=1']);
  expect(requested({ city: 'New Delhi' })).toEqual(['/api/movies?page=1&city=New+Delhi']);
  expect(requested({ city: 'Mumbai' }, { city: "B&d's $1" })).toEqual([
    `/api/movies?page=1&${new URLSearchParams({ city: "B&d's $1" })}`,
  ]);
});

test.each([
  ['a user who is not logged in', '/shows/7/seats', {}],
  ['an address that it does not know', '/shows/7', SESSION],
  ['an address with a search', '/shows/7/seats?from=mail', SESSION],
  ['a stored user that cannot be read', '/shows/7/seats', { ...SESSION, user: '{' }],
])('boot.js asks for nothing for %s', (_who, address, stored) => {
  const { fetch, head } = openPage(address, stored);
  expect(fetch).not.toHaveBeenCalled();
  expect(head).toEqual([]);
  expect(globalThis.earlyAnswer).toBeUndefined();
});
