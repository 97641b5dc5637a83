/** Bounds and names that pages need without the schemas: like the seat and money rules, this module brings no code of zod. */
export const DEFAULT_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
/** The only place that says so: the SQL functions and the web app read it from here. */
export const MAX_SEATS_PER_BOOKING = 6;
export const MAX_ID = 2_147_483_647;
/** Characters of the reason for which a show or a booking is cancelled. */
export const MAX_REASON = 300;

export const MOVIE_FORMATS = ['2D', '3D', 'IMAX', '4DX'] as const;
export const CERTIFICATES = ['U', 'UA 7+', 'UA 13+', 'UA 16+', 'A', 'S'] as const;
export const MAX_LANGUAGE = 50;
export const MAX_CITY = 100;

/** A ticket is admitted from this long before the show on, also when midnight lies between. */
export const EARLY_ADMISSION_HOURS = 3;

/** Every answer of the API names the time zone of the cinemas in this header: where their days begin. */
export const TIME_ZONE_HEADER = 'x-time-zone';
