import type { ReactNode } from 'react';

/** What a form led to, in its place. It takes the focus, so that it is read out and the keyboard goes on from here. */
export function Outcome({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
      tabIndex={-1}
      ref={(element) => element?.focus()}
      className="flex flex-col gap-4 text-pretty outline-none"
    >
      {children}
    </div>
  );
}
