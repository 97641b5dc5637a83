import { type ReactNode, useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import styles from './paper.css?url';

/** The only content that is printed. Never shown on the screen. */
export function Paper({ children }: { children: ReactNode }) {
  const isPrinting = useIsPrinting();
  return (
    <>
      {/* A separate file, because the first page inlines all other styles and must stay small. */}
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

/** Whether the page is being printed. Content for paper only must be rendered before the event ends. */
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
