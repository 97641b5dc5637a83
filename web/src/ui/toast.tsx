import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { cx } from '../lib/cx.ts';

const SHOWN_MS = 5_000;
const MAX_TOASTS = 3;

interface Note {
  id: number;
  text: string;
  tone: 'success' | 'danger';
}

const useNotes = create<{ notes: Note[] }>(() => ({ notes: [] }));
let lastId = 0;

/** A short note that goes away by itself; for what must be read, use a Banner. Works outside of React too. */
export function showToast(text: string, tone: Note['tone'] = 'success'): void {
  lastId += 1;
  const note = { id: lastId, text, tone };
  useNotes.setState(({ notes }) => ({ notes: [...notes, note].slice(-MAX_TOASTS) }));
}

function dismiss(id: number): void {
  useNotes.setState(({ notes }) => ({ notes: notes.filter((note) => note.id !== id) }));
}

/** The live region is always in the page, so that what appears in it is announced. */
export function ToastHost() {
  const notes = useNotes((state) => state.notes);
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-60 flex flex-col gap-2 sm:left-auto sm:w-96"
    >
      {notes.map((note) => (
        <ToastNote key={note.id} {...note} />
      ))}
    </section>
  );
}

function ToastNote({ id, text, tone }: Note) {
  const [isHeld, setHeld] = useState(false);
  const Icon = tone === 'danger' ? CircleAlert : CircleCheck;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismiss(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a note or tabbing into it only stops its clock
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex items-center gap-3 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-4 text-ink shadow-popup transition-[opacity,translate] duration-200 ease-out starting:translate-y-3 starting:opacity-0"
    >
      <Icon aria-hidden className={cx('size-5 shrink-0', tone === 'danger' ? 'text-danger' : 'text-success')} />
      <p className="grow py-2 font-medium text-[0.9375rem]">{text}</p>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => dismiss(id)}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-md text-muted hover:bg-sunken"
      >
        <X aria-hidden className="size-4.5" />
      </button>
    </div>
  );
}
