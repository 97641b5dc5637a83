import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { customerPages } from '../src/app/customer-pages.ts';
import { earlyRequestsOf } from './early-requests.ts';

const PAGES_WITHOUT_LOGIN = [
  'account/login-page',
  'account/signup-page',
  'account/forgot-password-page',
  'account/reset-password-page',
  'account/confirm-email-page',
];

test('the table of pages lists every customer and account page', () => {
  const files = ['customer', 'account'].flatMap((folder) =>
    readdirSync(new URL(`../src/app/pages/${folder}/`, import.meta.url))
      .filter((name) => name.endsWith('-page.tsx'))
      .map((name) => `${folder}/${name.replace('.tsx', '')}`),
  );
  const listed = [...customerPages.map(({ file }) => file), ...PAGES_WITHOUT_LOGIN];
  expect(listed.toSorted()).toEqual(files.toSorted());
});

test("a page's early request is its own query's request", () => {
  expect(earlyRequestsOf(customerPages)).toEqual([
    { address: '^/movies$', data: '/api/movies?page=1&limit=10&city=$city', file: null },
    { address: '^/movies/([1-9]\\d{0,8})/cinemas$', data: '/api/movies/$1', file: 'customer/movie-page.tsx' },
    { address: '^/shows/([1-9]\\d{0,8})$', data: '/api/shows/$1', file: 'customer/show-page.tsx' },
    { address: '^/shows/([1-9]\\d{0,8})/seats$', data: '/api/bookings/seats/$1', file: 'customer/seat-page.tsx' },
    { address: '^/bookings/history$', data: '/api/bookings/history', file: 'customer/history-page.tsx' },
  ]);
});

test('a new page in the table needs no other entry to be requested early', () => {
  const page = {
    path: 'offers/:offerId/of/:movieId',
    file: 'customer/offer-page' as const,
    load: async () => () => null,
    firstRequest: ({ offerId, movieId }: Record<string, string>) =>
      [`/movies/${movieId}/offers/${offerId}`, { limit: 5, search: '' }] as const,
  };
  const [request] = earlyRequestsOf([page]);
  expect('/offers/12/of/7'.replace(new RegExp(request?.address ?? ''), request?.data ?? '')).toBe(
    '/api/movies/7/offers/12?limit=5',
  );
  expect(request?.file).toBe('customer/offer-page.tsx');
});
