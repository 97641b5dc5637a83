import type { ReactNode } from 'react';

/** Stands in a text where an element belongs: t('Mail to {address}', { address: SLOT }). */
export const SLOT = '\ufffc';

export function withElement(text: string, element: ReactNode): ReactNode {
  const [before, after] = text.split(SLOT);
  return (
    <>
      {before}
      {element}
      {after}
    </>
  );
}
