import { expect, it } from 'vitest';
import { admissionHeading, partyNote } from './wording.ts';

it.each([
  [{ seats: ['C4', 'C5'], remaining: [], isRest: false }, 'Admitted', null],
  [{ seats: ['C4'], remaining: ['C5', 'C6'], isRest: false }, 'C4 admitted', 'C5, C6 still to come.'],
  [{ seats: ['C5'], remaining: ['C6'], isRest: true }, 'C5 admitted', 'C6 still to come.'],
  [{ seats: ['C5', 'C6'], remaining: [], isRest: true }, 'Admitted', 'The rest of the party: C5, C6'],
])('says who of a party was admitted and who is still to come [SEAT-TICKET-2]', (party, heading, note) => {
  expect(admissionHeading(party)).toBe(heading);
  expect(partyNote(party)).toBe(note);
});
