/** Only the poster that was chosen carries this name, so that it grows from its card into the movie's page. */
export const posterMorph = { viewTransitionName: 'chosen-poster' };
