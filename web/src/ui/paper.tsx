import { type ReactNode, useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import styles from './paper.css?url';

/** What the printer gets, and nothing but it. Never on the screen. */
export function Paper({ children }: { children: ReactNode }) {
  const isPrinting = useIsPrinting();
  return (
    <>
      {/* A file of its own: the first page, which carries all other styles, must stay small. */}
      <link rel="stylesheet" href={styles} precedence="default" />
      {isPrinting &&
        createPortal(
          <div className="paper" aria-hidden>
            {children}
          </div>,
          document.body,
        )}
    </>
  );
}

/** Whether the page is on its way to paper right now. What is for paper only must be there before the event ends. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
