/**
 * Makes the chosen poster grow from its card into the movie's page. Each movie has its own name: if the user chooses
 * another movie before the first page is there, two cards are in transition, and a name must be unique.
 */
export const posterMorph = (movieId: number) => ({ viewTransitionName: `poster-${movieId}` });
