/**
 * The poster that was chosen grows from its card into the movie's page. The name is the movie's own: whoever chooses
 * another one before the first page is there leaves two cards at once, and no two elements may share a name.
 */
export const posterMorph = (movieId: number) => ({ viewTransitionName: `poster-${movieId}` });
