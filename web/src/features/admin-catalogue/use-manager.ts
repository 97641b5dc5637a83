/**
 * What managing cinemas, movies, screens and shows has in common: which one is being edited, saving it, and deleting
 * one after the question. A save that fails stays in its dialog; a deletion that fails leaves its message for the page.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type Answer, api, messageOf } from '../../lib/api.ts';
import { showToast } from '../../ui/toast.tsx';

export interface Thing {
  id: number;
}

/** They stay the same between renders, so that long lists need not follow every keystroke of a search. */
export interface ManagerActions<Item extends Thing> {
  add: () => void;
  edit: (item: Item) => void;
  closeEditor: () => void;
  remove: (item: Item, question: string) => Promise<void>;
}

export interface Manager<Item extends Thing> {
  one: string;
  isEditorOpen: boolean;
  /** Null while a new one is being added. Stays after closing, so that the dialog can fade out unchanged. */
  edited: Item | null;
  save: (input: unknown) => Promise<void>;
  problem: string | null;
  actions: ManagerActions<Item>;
}

export function useManager<Item extends Thing>(one: 'cinema' | 'movie' | 'screen' | 'show'): Manager<Item> {
  const path = `/${one}s`;
  const queryClient = useQueryClient();
  const [editor, setEditor] = useState<{ isOpen: boolean; item: Item | null }>({ isOpen: false, item: null });
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
          const { message } = await api.delete<Answer<unknown>>(`${path}/${item.id}`);
          if (message) showToast(message);
          await queryClient.invalidateQueries();
          // The button that had the focus went with its row.
          document.getElementById('main')?.focus();
        } catch (error) {
          setProblem(messageOf(error, `Failed to delete ${one}`));
        }
      },
    }),
    [one, path, queryClient],
  );

  async function save(input: unknown): Promise<void> {
    const { message } = editor.item
      ? await api.put<Answer<Item>>(`${path}/${editor.item.id}`, input)
      : await api.post<Answer<Item>>(path, input);
    actions.closeEditor();
    setProblem(null);
    if (message) showToast(message);
    // Counts and names of one kind show in the lists of the others, on the customers' pages too.
    await queryClient.invalidateQueries();
  }

  return { one, isEditorOpen: editor.isOpen, edited: editor.item, save, problem, actions };
}

export const deletionQuestion = (name: string): string =>
  `Are you sure you want to delete "${name}"? This action cannot be undone.`;
