/** Saves the moves of the day view, and undoes the last one. A failure becomes `problem`, for the page to show. */
import type { Show } from '@moviebooking/contract/catalogue';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { hasCode, messageOf } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { saveItem } from './api.ts';
import { findClash, type Move, type Slot, slotOf } from './show-slot.ts';
import { isCancelled } from './show-status.tsx';
import { describeClash, moveQuestion } from './wording.ts';

export function useShowMoves(list: UseQueryResult<Show[]>) {
  const [problem, setProblem] = useState<string | null>(null);
  const [last, setLast] = useState<Move | null>(null);

  async function save(show: Show, to: Slot, isUndo: boolean): Promise<void> {
    const { movieId, price } = show;
    setLast(null);
    let done: Move | null = null;
    try {
      const startTime = new Date(to.start).toISOString();
      await saveItem('show', show, { movieId, screenId: to.screenId, price, startTime });
      done = { show, to, isUndo };
    } catch (error) {
      // Reload before saying that someone else was faster, so that the user can move it again immediately.
      if (hasCode(error, 'CHANGED_MEANWHILE')) await queryClient.invalidateQueries();
      const latest = hasCode(error, 'SCREEN_BUSY') ? (await list.refetch()).data : undefined;
      const clash =
        latest &&
        findClash(
          show,
          to,
          latest.filter((other) => !isCancelled(other)),
        );
      setProblem(
        `${messageOf(error, 'Failed to save show')}${clash ? ` It clashes with ${describeClash(clash)}.` : ''}`,
      );
    }
    await queryClient.invalidateQueries();
    // Only now, so that an undo starts from what is drawn.
    setLast(done);
  }

  async function move(drawn: Show, to: Slot): Promise<void> {
    // The grid is deferred: the list may be newer than what was dragged.
    const show = list.data?.find(({ id }) => id === drawn.id) ?? drawn;
    setProblem(null);
    const bookings = show._count.bookings;
    if (bookings > 0 && !window.confirm(moveQuestion(bookings, to.start))) return;
    await save(show, to, false);
  }

  async function undo({ show, to }: Move): Promise<void> {
    setProblem(null);
    const moved = { ...show, screenId: to.screenId, startTime: new Date(to.start).toISOString() };
    await save(moved, slotOf(show), true);
  }

  return { problem, last, move, undo };
}
