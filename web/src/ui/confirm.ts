/** Questions to the user, asked one after the other: `if (await confirm({ … })) …`. ConfirmHost shows them. */
export interface Question {
  title: string;
  message: string;
  confirmLabel: string;
  cancelLabel?: string;
}

const waiting: { question: Question; resolve: (answer: boolean) => void }[] = [];
const watchers = new Set<() => void>();
let hasAsked = false;

function changed(): void {
  for (const watcher of watchers) watcher();
}

export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    waiting.push({ question, resolve });
    hasAsked = true;
    changed();
  });
}

export const questions = {
  current: (): Question | null => waiting[0]?.question ?? null,
  hasAsked: (): boolean => hasAsked,
  answer(answer: boolean): void {
    waiting.shift()?.resolve(answer);
    changed();
  },
  subscribe(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  },
};
