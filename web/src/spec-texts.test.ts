/**
 * The texts of the specification, to the letter, and the source file that shows each one. A text has to be a whole
 * string or a whole piece of JSX there, so "Login" isn't found in "Login failed". `{n}` stands for any inserted value.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const CUSTOMER_PAGES = 'web/src/app/pages/customer';
const ADMIN_PAGES = 'web/src/app/pages/admin';
const LAYOUT = 'web/src/app/layout';
const FEATURES = 'web/src/features';

const TEXTS: Record<string, string[]> = {
  [`${LAYOUT}/nav-bar.tsx`]: [
    ...['Movies', 'Booking History', 'History', 'Admin', 'User'],
    ...['Logout', 'Login', 'Sign Up'],
  ],
  [`${LAYOUT}/mobile-menu.tsx`]: ['Movies', 'Booking History', 'Admin', 'Sign Out', 'Login', 'Sign Up'],
  [`${FEATURES}/auth/login-form.tsx`]: ['Email', 'Password', 'Login', 'Login failed. Please try again.'],
  'web/src/app/pages/account/signup-page.tsx': [
    ...['Full name', 'Email', 'Password', 'Sign Up'],
    'Signup failed. Please try again.',
  ],
  'contract/src/accounts.ts': [
    'Email is required',
    'Please enter a valid email',
    'Password is required',
    'Name is required',
    'Password must be at least {min} characters',
  ],
  'web/src/lib/account-rules.ts': [
    'Email is required',
    'Please enter a valid email',
    'Password is required',
    'Name is required',
    'Password must be at least {min} characters',
  ],
  [`${CUSTOMER_PAGES}/movies-page.tsx`]: [
    'Now Showing',
    'No movies available at the moment',
    'Failed to load movies. Please try again.',
  ],
  [`${FEATURES}/movies/movie-card.tsx`]: ['View Cinemas'],
  'web/src/ui/pagination.tsx': ['Previous', 'Next'],
  'web/src/ui/page-numbers.ts': ['Showing {from} to {to} of {all} {noun}'],
  'web/src/ui/states.tsx': ['Try Again'],
  [`${CUSTOMER_PAGES}/movie-page.tsx`]: [
    'Back to Movies',
    'Movie not found',
    'Failed to load movie details. Please try again.',
  ],
  [`${FEATURES}/movies/showtimes.ts`]: ['Starting Soon', 'Today'],
  [`${FEATURES}/movies/showtimes-list.tsx`]: ['No Future Showtimes Available'],
  [`${CUSTOMER_PAGES}/show-page.tsx`]: ['Shows'],
  [`${FEATURES}/seats/seat-page-header.tsx`]: ['Admin View', 'Real-time updates active', 'Connecting...'],
  [`${FEATURES}/seats/legend.tsx`]: [
    ...['Available', 'Selected', 'Blocked by others', 'Booked', 'Booked (hover for details)'],
  ],
  [`${FEATURES}/seats/seat-view.tsx`]: [
    'Select Your Seats',
    'Seat Status Overview',
    'Failed to load seat layout. Please try again.',
  ],
  [`${FEATURES}/seats/cinema-screen.tsx`]: ['SCREEN'],
  [`${FEATURES}/seats/selection-panel.tsx`]: ['{n} seat(s) selected (max {max})', 'Book Seats', 'Booking...'],
  [`${FEATURES}/seats/seat-tooltip.tsx`]: ['Unknown'],
  [`${FEATURES}/seats/booking-details.tsx`]: [
    'Booking Details - Seat {id}',
    ...['Customer Name', 'Email', 'Booking ID', 'Booked At', 'Unknown'],
  ],
  'web/src/ui/dialog.tsx': ['Close'],
  [`${FEATURES}/seats/wording.ts`]: ['Seat blocked by another user', 'Seat already booked', 'Select seat {id}'],
  [`${FEATURES}/seats/seat-booking.ts`]: ['Booking failed. Please try again.'],
  'contract/src/seats.ts': ['Maximum {max} seats can be selected', 'Please select at least one seat'],
  'web/src/lib/socket.ts': [
    'Socket not connected',
    'Seat blocking timeout',
    'Seat unblocking timeout',
    'Seat availability timeout',
  ],
  [`${FEATURES}/confirmation/confirmation.tsx`]: [
    'Booking Confirmed!',
    'Your seats have been successfully reserved',
    'Total Amount',
    'Payment Confirmed',
    'Your booking is confirmed and seats are reserved',
    'View All Bookings',
    'Book Another Movie',
    'Please arrive at the cinema 15 minutes before the show time. Carry a valid ID for verification.',
  ],
  [`${FEATURES}/tickets/ticket.tsx`]: ['Booking ID:', '{n} seat(s) booked'],
  [`${CUSTOMER_PAGES}/history-page.tsx`]: [
    'Booking History',
    'View all your past movie bookings',
    'Error Loading History',
    'Failed to load booking history',
    'No bookings yet',
    'Browse Movies',
    'Failed to cancel booking. Please try again.',
  ],
  [`${FEATURES}/history/bookings-table.tsx`]: [
    ...['Movie', 'Cinema', 'Show Time', 'Seats', 'Date Booked', 'Status', 'Action'],
    'Cancelled',
    'Cannot cancel',
    'Are you sure you want to cancel this booking?',
  ],
  [`${LAYOUT}/admin-layout.tsx`]: ['{brandName} Admin', 'Admin Panel'],
  [`${LAYOUT}/admin-pages.ts`]: ['Dashboard', 'Cinemas', 'Movies', 'Screens', 'Shows', 'Analytics'],
  [`${LAYOUT}/admin-top-bar.tsx`]: ['Open sidebar', 'Admin Dashboard', 'Admin', 'View User Site', 'Sign out'],
  [`${ADMIN_PAGES}/dashboard-page.tsx`]: ['Error loading dashboard', 'Failed to load dashboard data', 'Try again'],
  [`${FEATURES}/admin-dashboard/stat-cards.tsx`]: [
    ...['Total Cinemas', 'Total Movies', 'Total Screens', 'Active Shows', "Today's Bookings", "Today's Revenue"],
  ],
  [`${FEATURES}/admin-dashboard/recent-bookings.tsx`]: ['Recent Bookings', 'Unknown User'],
  // The pages put in 'cinema', 'movie' and 'screen'.
  [`${FEATURES}/admin-catalogue/management-page.tsx`]: ['No {noun} found'],
  [`${FEATURES}/admin-catalogue/editor-dialog.tsx`]: [
    'Failed to save {kind}',
    'Create',
    'Update',
    'Saving...',
    'Cancel',
  ],
  [`${FEATURES}/admin-catalogue/use-manager.ts`]: [
    'Failed to delete {kind}',
    'Are you sure you want to delete "{name}"? This action cannot be undone.',
  ],
  // The last column of the admin tables.
  'web/src/ui/row-menu.tsx': ['Actions'],
  [`${ADMIN_PAGES}/cinemas-page.tsx`]: [
    ...['cinema', 'cinemas', 'Cinema', 'City', 'Screens'],
    ...['Add Cinema', 'Add New Cinema', 'Edit Cinema', 'Cinema Name'],
    'Failed to load cinemas',
  ],
  [`${ADMIN_PAGES}/movie-management-page.tsx`]: [
    ...['movie', 'movies', 'Movie Title', 'Description', 'Duration (minutes)'],
    'Failed to load movies',
  ],
  [`${FEATURES}/admin-catalogue/poster-field.tsx`]: ['Poster URL'],
  [`${ADMIN_PAGES}/screens-page.tsx`]: [
    ...['screen', 'Screen', 'Cinema', 'Capacity', 'Shows'],
    ...['All Cinemas', 'Screen Name', 'Seating Capacity', 'Total number of seats in this screen'],
    'Failed to load data',
  ],
  [`${ADMIN_PAGES}/shows-page.tsx`]: ['Failed to load data'],
  [`${FEATURES}/admin-catalogue/show-filters.tsx`]: ['All Movies'],
  [`${FEATURES}/admin-catalogue/shows-table.tsx`]: [
    ...['Movie', 'Price', 'Bookings', 'View seat layout'],
    'Are you sure you want to delete this show? This action cannot be undone.',
  ],
  [`${FEATURES}/admin-catalogue/show-editor.tsx`]: [
    ...['Schedule New Show', 'Edit Show', 'Movie', 'Screen', 'Start Date & Time', 'Schedule'],
  ],
  'contract/src/catalogue.ts': [
    'Cinema name is required',
    'Movie title is required',
    'Screen name and cinema are required',
    'All fields are required',
  ],
};

function patternOf(text: string): RegExp {
  const literal = text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '\\$?\\{[^}]*\\}');
  return new RegExp(`(?:['"\`>}]|&quot;) ?${literal} ?['"\`<{]`);
}

/** Without comments, and with one space wherever the formatter may break a line. */
const readCode = (path: string): string =>
  readFileSync(join(ROOT, path), 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replaceAll(/\s+/g, ' ');

describe.each(Object.entries(TEXTS))('%s has the text of the specification', (path, texts) => {
  test.each(texts)('%s', (text) => expect(patternOf(text).test(readCode(path))).toBe(true));
});

test('a text is found only as a whole', () => {
  expect('<b>Login</b>').toMatch(patternOf('Login'));
  expect('<b>{n} seat(s) booked</b>').toMatch(patternOf('{n} seat(s) booked'));
  for (const code of ["'Login failed'", '<b>Please Login</b>', "'login'"]) expect(code).not.toMatch(patternOf('Login'));
});
