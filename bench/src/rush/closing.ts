/** Closes everything that was opened, in reverse order, even after an error. */
export async function closingAll<Result>(
  work: (closeAtEnd: (close: () => unknown) => void) => Promise<Result>,
): Promise<Result> {
  const closes: (() => unknown)[] = [];
  try {
    return await work((close) => closes.push(close));
  } finally {
    for (const close of closes.toReversed()) await close();
  }
}
