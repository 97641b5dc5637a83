/** Bounds that pages need without the schemas: like the seat and money rules, this module brings no code of zod with it. */
export const DEFAULT_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
export const MAX_ID = 2_147_483_647;
