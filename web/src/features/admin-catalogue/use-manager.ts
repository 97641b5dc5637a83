/**
 * Shared by the pages that manage cinemas, movies, screens and shows: which item is being edited, saving it, and deleting one
 * after a confirmation. A failed save stays in its dialog; a failed deletion becomes `problem`, for the page to show.
 */
import { useMemo, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { showToast } from '../../ui/toast.tsx';
import { deleteItem, type Kind, saveItem } from './api.ts';

export interface Identified {
  id: number;
}

/** Stable between renders, so that memoised lists skip the keystrokes of a search. */
export interface ManagerActions<Item extends Identified> {
  add: () => void;
  edit: (item: Item) => void;
  closeEditor: () => void;
  remove: (item: Item, question: string) => Promise<void>;
}

export interface Manager<Item extends Identified> {
  kind: Kind;
  isEditorOpen: boolean;
  /** Null while adding. Kept after closing, so that the dialog fades out unchanged. */
  edited: Item | null;
  save: (input: Record<string, unknown>) => Promise<void>;
  /** The editor stays open while saving, to show the result. */
  isSaving: boolean;
  problem: string | null;
  actions: ManagerActions<Item>;
}

/** Invalidates every query: items of one kind show up in the lists of the others, and on the customers' pages. */
export function announceChange(message: string | undefined): Promise<void> {
  if (message) showToast(message);
  return queryClient.invalidateQueries();
}

export function useManager<Item extends Identified>(kind: Kind): Manager<Item> {
  const [editor, setEditor] = useState<{ isOpen: boolean; item: Item | null }>({ isOpen: false, item: null });
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const actions = useMemo(
    (): ManagerActions<Item> => ({
      add: () => setEditor({ isOpen: true, item: null }),
      edit: (item) => setEditor({ isOpen: true, item }),
      closeEditor: () => setEditor(({ item }) => ({ isOpen: false, item })),
      async remove(item, question) {
        setProblem(null);
        if (!window.confirm(question)) return;
        try {
          await announceChange(await deleteItem(kind, item.id));
          // The focused button is gone with its row.
          document.getElementById('main')?.focus();
        } catch (error) {
          setProblem(messageOf(error, `Failed to delete ${kind}`));
        }
      },
    }),
    [kind],
  );

  async function save(input: Record<string, unknown>): Promise<void> {
    setSaving(true);
    const message = await saveItem(kind, editor.item, input).finally(() => setSaving(false));
    actions.closeEditor();
    setProblem(null);
    await announceChange(message);
  }

  return { kind, isEditorOpen: editor.isOpen, edited: editor.item, save, isSaving, problem, actions };
}

export const deletionQuestion = (name: string): string =>
  `Are you sure you want to delete "${name}"? This action cannot be undone.`;
