import type { AdminSearch } from '@moviebooking/contract/admin';
import { Ticket } from 'lucide-react';
import { expect, it } from 'vitest';
import { groupResults } from './results.ts';

const pages = ['Dashboard', 'Day view of shows', 'Bookings'].map((label) => ({ to: `/${label}`, icon: Ticket, label }));
const nothing: AdminSearch = { bookings: [], shows: [], movies: [], cinemas: [], people: [] };
const linksOf = (typed: string, found?: AdminSearch) =>
  groupResults(pages, typed, found).map(({ name, results }) => [name, ...results.map(({ to }) => to)]);

it('offers all pages before anything is typed, then those with the typed text', () => {
  expect(linksOf('')).toEqual([['Pages', '/Dashboard', '/Day view of shows', '/Bookings']]);
  expect(linksOf(' BOOK ', nothing)).toEqual([['Pages', '/Bookings']]);
  expect(linksOf('%', nothing)).toEqual([]);
});

it('links each result to its page, and leaves out kinds without results', () => {
  const found: AdminSearch = {
    ...nothing,
    shows: [
      {
        ...{
          id: 7,
          startTime: '2026-11-19T13:30:00Z',
          movieTitle: 'Monsoon',
          cinemaName: 'Regal',
          screenName: 'Audi 1',
        },
        status: 'CANCELLED',
      },
    ],
    cinemas: [{ id: 3, name: 'Regal', city: null }],
    people: [{ id: 9, name: 'Asha', email: 'asha+1@example.com', role: 'STAFF' }],
  };
  expect(linksOf('a', found)).toEqual([
    ['Pages', '/Dashboard', '/Day view of shows'],
    ['Shows', '/admin/shows/7/seats'],
    ['Cinemas', '/admin/screens?cinemaId=3'],
    ['People', '/admin/users?search=asha%2B1%40example.com'],
  ]);
  const notes = groupResults([], 'a', found).map(({ results }) => results[0]?.note);
  expect(notes).toEqual(['Regal, Audi 1, cancelled', 'Its screens', 'asha+1@example.com, Staff']);
});
