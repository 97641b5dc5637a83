import { Fragment } from 'react';

/** Breaks a long address before the @ or a dot instead of inside a word. */
export function EmailAddress({ address }: { address: string }) {
  return address.split(/(?=[@.])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
