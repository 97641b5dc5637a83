/** Limits and constants that pages need without the schemas. To keep pages small, this module does not import zod. */
export const DEFAULT_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
/** The single source of this limit: the SQL functions and the web app read it from here. */
export const MAX_SEATS_PER_BOOKING = 6;
export const MAX_ID = 2_147_483_647;
/** The maximum length of the reason for a cancellation. */
export const MAX_REASON = 300;

export const MOVIE_FORMATS = ['2D', '3D', 'IMAX', '4DX'] as const;
export const CERTIFICATES = ['U', 'UA 7+', 'UA 13+', 'UA 16+', 'A', 'S'] as const;
export const MAX_LANGUAGE = 50;
export const MAX_CITY = 100;

/** A ticket is admitted from this many hours before its show, even across midnight. */
export const EARLY_ADMISSION_HOURS = 3;

/** The response header with the time zone of the cinemas, which decides when their days begin. */
export const TIME_ZONE_HEADER = 'x-time-zone';
