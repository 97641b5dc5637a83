/**
 * The one spelling by which an account is found and its guesses are counted. It is made here and never by the database,
 * whose own lower() reads some letters, such as İ, differently: two spellings of one account would be counted apart.
 */
export const normalEmail = (email: string): string => email.trim().toLowerCase();
