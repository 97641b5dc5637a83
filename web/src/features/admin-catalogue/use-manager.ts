/**
 * What managing cinemas, movies, screens and shows has in common: which one is being edited, saving it, and deleting
 * one after the confirmation. A save that fails stays in its dialog; a deletion that fails leaves its message for the
 * page.
 */
import { useMemo, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { showToast } from '../../ui/toast.tsx';
import { deleteItem, type Kind, saveItem } from './api.ts';

export interface Identified {
  id: number;
}

/** They stay the same between renders, so that long lists need not follow every keystroke of a search. */
export interface ManagerActions<Item extends Identified> {
  add: () => void;
  edit: (item: Item) => void;
  closeEditor: () => void;
  remove: (item: Item, question: string) => Promise<void>;
}

export interface Manager<Item extends Identified> {
  kind: Kind;
  isEditorOpen: boolean;
  /** Null while a new one is being added. Stays after closing, so that the dialog can fade out unchanged. */
  edited: Item | null;
  save: (input: Record<string, unknown>) => Promise<void>;
  /** The editor stays open meanwhile, because it shows what becomes of it. */
  isSaving: boolean;
  problem: string | null;
  actions: ManagerActions<Item>;
}

/** Counts and names of one kind show in the lists of the others, on the customers' pages too. */
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
          // The button that had the focus went with its row.
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
