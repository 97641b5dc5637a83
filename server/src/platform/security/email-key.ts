/**
 * The one spelling used to look up accounts and count password guesses. PostgreSQL's lower() treats some letters differently,
 * like İ, so two spellings of one account would be counted separately.
 */
export const normalEmail = (email: string): string => email.trim().toLowerCase();
