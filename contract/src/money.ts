/** Money is counted in whole paise and shown in rupees; nothing is ever computed in fractions. */
import { z } from 'zod';

export const MAX_PRICE_RUPEES = 100_000;

export const toPaise = (rupees: number): number => Math.round(rupees * 100);
export const toRupees = (paise: number): number => paise / 100;

const hasAtMostTwoDecimals = (rupees: number): boolean => toRupees(toPaise(rupees)) === rupees;

export const ticketPrice = z
  .number('Ticket price must be a number of rupees')
  .min(0, 'Ticket price cannot be negative')
  .max(MAX_PRICE_RUPEES, `Ticket price can be at most ${MAX_PRICE_RUPEES} rupees`)
  .refine(hasAtMostTwoDecimals, 'Ticket price can have at most two decimals')
  .transform((rupees) => rupees + 0);

/** An amount in an answer. */
export const rupees = z.number().meta({ description: 'Rupees, at most two decimals' });
