import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { cx } from '../../lib/cx.ts';
import { t } from '../../lib/language.ts';

/** First in the tab order, so keyboard users can skip the navigation. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 start-2 z-60 -translate-y-20 rounded-md bg-primary px-4 py-2.5 font-semibold text-on-primary focus:translate-y-0"
    >
      {t('Skip to content')}
    </a>
  );
}

const OPEN_POPUP = '[role="menu"][data-open], [role="dialog"][data-open], [role="listbox"][data-open]';

/**
 * The page's main region. It takes the focus when a new page appears, so that keyboards and screen readers start at its
 * beginning. It doesn't take it from a menu or dialog opened while the page was loading, nor later, when the user may already
 * have pressed something in the page.
 */
export function MainRegion({ className, children }: { className?: string; children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const isLoading = useNavigation().state === 'loading';
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!document.querySelector(OPEN_POPUP)) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <>
      {isLoading && (
        <div
          aria-hidden
          className="fixed inset-x-0 top-0 z-60 h-0.75 animate-pulse bg-marigold motion-reduce:animate-none"
        />
      )}
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        aria-busy={isLoading}
        className={cx('flex min-w-0 grow flex-col', className)}
      >
        {children}
      </main>
      <ScrollRestoration />
    </>
  );
}
