/** Money is computed in whole paise and shown in rupees, never computed in fractions. */
export const MAX_PRICE_RUPEES = 100_000;

export const toPaise = (rupees: number): number => Math.round(rupees * 100);
export const toRupees = (paise: number): number => paise / 100;

export const hasAtMostTwoDecimals = (rupees: number): boolean => toRupees(toPaise(rupees)) === rupees;
