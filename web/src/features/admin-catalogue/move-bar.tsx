import type { Screen } from '@moviebooking/contract/catalogue';
import { Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { cx } from '../../lib/cx.ts';
import { Button } from '../../ui/button.tsx';
import type { Move } from './show-slot.ts';
import { describeMoved } from './wording.ts';

interface MoveBarProps {
  /** What is being dragged where, or why it could not be dropped there. */
  text: string | null;
  isProblem: boolean;
  last: Move | null;
  screens: Screen[];
  onUndo: (move: Move) => void;
}

/** Stays at the bottom of the window: says where a show is being moved, and undoes the last move. */
export function MoveBar({ text, isProblem, last, screens, onUndo }: MoveBarProps) {
  const undoable = last && !last.isUndo && text === null ? last : null;
  const undoByKey = useEffectEvent((event: KeyboardEvent) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
    if (!isUndo || !undoable || (event.target as Element).closest('input, textarea, [role="dialog"]')) return;
    event.preventDefault();
    onUndo(undoable);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => undoByKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <div
      className={cx(
        'sticky bottom-0 z-4 -mb-6 flex min-h-11 items-center gap-3 text-sm',
        text || last ? 'bg-canvas' : 'pointer-events-none',
      )}
    >
      <p role="status" className={cx('font-medium', isProblem ? 'text-danger' : text ? 'text-muted' : 'text-ink')}>
        {text ?? (last && describeMoved(last, screens))}
      </p>
      {undoable && (
        <Button
          size="sm"
          variant="secondary"
          aria-keyshortcuts="Control+Z Meta+Z"
          title="Ctrl+Z"
          onClick={() => onUndo(undoable)}
        >
          <Undo2 aria-hidden className="-ms-1 size-4" /> Undo
        </Button>
      )}
    </div>
  );
}
