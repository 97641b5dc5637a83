import { expect, it } from 'vitest';
import { createTicketCodes } from './ticket-code.ts';

const codes = createTicketCodes('the secret of these tests');

it('a ticket code identifies its booking, even typed in lower case with look-alike letters', () => {
  for (const bookingId of [1, 31, 32, 1000, 2_147_483_647]) {
    const code = codes.issue(bookingId);
    expect(codes.read(code)).toBe(bookingId);
    expect(codes.read(` ${code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')} `)).toBe(bookingId);
  }
});

it('a ticket code that was altered or signed with a different secret is rejected', () => {
  const [, number, signature] = codes.issue(77).split('-');
  expect(codes.read(`MB-${number}1-${signature}`)).toBeUndefined();
  expect(codes.read(createTicketCodes('another secret').issue(77))).toBeUndefined();
  for (const nonsense of ['', 'MB', 'MB--', '77', `MB-${number}-`, 'MB-UUUU-UUUUUUUUUUUU']) {
    expect(codes.read(nonsense)).toBeUndefined();
  }
});
