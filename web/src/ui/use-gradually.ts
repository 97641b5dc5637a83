import { useEffect, useState } from 'react';

const ROWS_PER_FRAME = 12;

/**
 * As many rows as are to be drawn now: a screenful at once and the others frame by frame, so that a long list does not hold up
 * the next input. A list with no more than a screenful of new rows is the one before, and nothing of it goes away.
 */
export function useGradually<Row>(rows: Row[], keyOf: (row: Row, index: number) => string | number): Row[] {
  const [drawn, setDrawn] = useState({ rows, count: ROWS_PER_FRAME });
  if (drawn.rows !== rows) {
    const known = new Set(drawn.rows.map(keyOf));
    const newRows = rows.filter((row, index) => !known.has(keyOf(row, index)));
    setDrawn({ rows, count: newRows.length <= ROWS_PER_FRAME ? drawn.count : ROWS_PER_FRAME });
  }
  const isWhole = drawn.count >= rows.length;
  useEffect(() => {
    if (isWhole) return;
    const frame = requestAnimationFrame(() =>
      setDrawn((before) => ({ ...before, count: before.count + ROWS_PER_FRAME })),
    );
    return () => cancelAnimationFrame(frame);
  });
  return isWhole ? rows : rows.slice(0, drawn.count);
}
