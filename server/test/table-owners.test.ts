import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { freshDatabase } from './test-app.ts';

const importRules: { forbidden: { name: string }[] } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');
const features = new URL('../src/features/', import.meta.url).pathname;

/** From the lowest feature to the highest: each uses only those before it. */
const FEATURES = importRules.forbidden.flatMap(({ name }) =>
  name.endsWith('-looks-only-downhill') ? [name.replace('-looks-only-downhill', '')] : [],
);

const OWNERS: Record<string, string> = {
  audit_log: 'audit',
  outbox: 'outbox',
  mail_switch: 'outbox',
  mail_refusals: 'outbox',
  link_mails: 'outbox',
  reminders: 'outbox',
  users: 'auth',
  logins: 'auth',
  second_factors: 'auth',
  recovery_codes: 'auth',
  passkeys: 'auth',
  used_challenges: 'auth',
  reset_links: 'auth',
  confirmation_links: 'auth',
  account_rules: 'auth',
  login_guesses: 'platform',
  movies: 'catalogue',
  cinemas: 'catalogue',
  screens: 'catalogue',
  closed_seats: 'catalogue',
  closed_seats_of_show: 'catalogue',
  seat_marks: 'catalogue',
  place_rules: 'catalogue',
  released_places: 'catalogue',
  shows: 'catalogue',
  catalogue_stamps: 'catalogue',
  lines: 'waiting',
  line_places: 'waiting',
  seats: 'seating',
  seat_versions: 'seating',
  waitlist: 'waitlist',
  waitlist_rules: 'waitlist',
  bookings: 'booking',
  booking_changes: 'booking',
  admissions: 'booking',
  idempotency_keys: 'booking',
  scan_conflicts: 'check-in',
  totals: 'totals',
  total_changes: 'totals',
  totals_time_zone: 'totals',
};

/** Features above the owner may read these. */
const READ_FROM_ABOVE = [
  ...['users', 'movies', 'cinemas', 'screens', 'closed_seats', 'shows', 'audit_log', 'logins', 'second_factors'],
  ...['line_places', 'scan_conflicts', 'mail_refusals', 'booking_changes', 'waitlist', 'admissions'],
];
/** Any feature that changes a show or its seats locks the show's row here. */
const LOCK = 'seat_versions';

function mayName(feature: string, table: string): boolean {
  const owner = OWNERS[table] ?? '';
  if (feature === owner || table === LOCK) return true;
  return READ_FROM_ABOVE.includes(table) && FEATURES.indexOf(feature) > FEATURES.indexOf(owner);
}

/** Returns the tables that a file reads and writes, in SQL text and through the query builder. */
const namesIn = (source: string): string[] =>
  [
    ...source.matchAll(/\b(?:from|join|into|update)\s+(\w+)/gi),
    ...source.matchAll(/(?:From|Join|Table|Into)\(\s*'(\w+)/g),
  ].map(([, name = '']) => name);

it('every table has an owner', async () => {
  const { pool } = await freshDatabase();
  const { rows } = await pool.query<{ name: string }>(`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migrations'`);
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(OWNERS).sort());
});

it.each(FEATURES)('%s reads the tables of other features only through views', (feature) => {
  const files = globSync(`${features}${feature}/*.sql.ts`);
  const foreign = files.flatMap((file) =>
    namesIn(readFileSync(file, 'utf8'))
      .filter((name) => name in OWNERS && !mayName(feature, name))
      .map((name) => `${file.slice(features.length)} names ${name}, a table of ${OWNERS[name]}`),
  );
  expect(foreign).toEqual([]);
});
