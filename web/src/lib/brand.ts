/** The name of the site (BRAND_NAME), which the server puts into the page. */
export const brandName: string = globalThis.document?.documentElement.dataset.brand ?? 'MovieBooking';
