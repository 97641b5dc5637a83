import { Search } from 'lucide-react';
import { lazy, type SetStateAction, startTransition, useEffect, useState } from 'react';
import { prefetching, untilLoaded } from '../../lib/until-loaded.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { allPages } from './admin-pages.ts';

const load = () => import('../../features/admin-search/search-dialog.tsx');
const SearchDialog = lazy(async () => ({ default: (await untilLoaded(load)).SearchDialog }));

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** Opens the search, as ⌘K or Ctrl-K do anywhere in the admin area unless another dialog is open. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  if (isOpen && !wasOpened) setOpened(true);
  // A transition waits for the dialog's code without a fallback, which React would show for at least 300 ms.
  const open = (next: SetStateAction<boolean>) => startTransition(() => setOpen(next));
  // So that no letter typed right after the shortcut is lost.
  useEffect(() => void whenIdle().then(prefetching(load)), []);
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      const isShortcut = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
      if (event.key.toLowerCase() !== 'k' || !isShortcut || event.altKey || event.shiftKey) return;
      event.preventDefault();
      const hasOtherDialog = document.querySelector('[role=dialog], [role=alertdialog]') !== null;
      open((isShown) => !isShown && !hasOtherDialog);
    };
    document.addEventListener('keydown', toggle);
    return () => document.removeEventListener('keydown', toggle);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onClick={() => open(true)}
        className="flex h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-md border-line-strong px-3 text-muted hover:bg-sunken hover:text-ink lg:me-2 lg:h-9 lg:border lg:bg-surface lg:text-sm"
      >
        <Search aria-hidden className="size-5 max-lg:text-ink lg:size-4" />
        <span className="max-lg:sr-only">Search</span>
        <kbd aria-hidden className="font-sans text-xs max-lg:hidden">
          {isMac ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      {wasOpened && <SearchDialog isOpen={isOpen} onClose={() => setOpen(false)} pages={allPages} />}
    </>
  );
}
