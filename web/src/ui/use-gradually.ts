import { useEffect, useState } from 'react';

const ROWS_PER_FRAME = 12;

/**
 * How many rows to render now: one screenful first and the rest frame by frame, so a long list doesn't block input. A list
 * that grows by at most a screenful counts as the same list and keeps its rows.
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
