/** A click anywhere on a row or card opens it, through its main link or button. That one is also the keyboard's way. */
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';

const CONTROLS = 'a, button, input, label, select, [role="menu"]';

/** Ignores clicks on other controls, clicks in portals such as the row's menu, and the end of a text selection. */
export function openRow({ target, currentTarget, ctrlKey, metaKey, shiftKey }: MouseEvent<HTMLElement>): void {
  const clicked = target as Element;
  if (!currentTarget.contains(clicked) || clicked.closest(CONTROLS) || getSelection()?.isCollapsed === false) return;
  const main = currentTarget.querySelector<HTMLElement>('[data-row-main]');
  // A dialog returns the focus to where it was.
  main?.focus({ preventScroll: true });
  main?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
}

type RowMainProps = {
  /** What a click does, for screen readers: "Edit". */
  verb: string;
  /** Completes the name for screen readers: "in PVR Forum". */
  detail?: string;
  title?: string;
  children: ReactNode;
} & ({ to: string } | { onOpen: () => void });

/** A name of any length, never narrower than 120 px. In columns it takes at most two lines. */
export const nameLook = 'wrap-anywhere block min-w-30 as-columns:line-clamp-2';

/** The row's title, which opens the row. */
export function RowMain({ verb, detail, title, children, ...opens }: RowMainProps) {
  const shared = {
    title,
    'data-row-main': true,
    className: 'block max-w-full rounded-sm text-start font-semibold hover:underline',
    children: (
      <>
        <span className="sr-only">{verb} </span>
        <span className={nameLook}>{children}</span>
        {detail && <span className="sr-only"> {detail}</span>}
      </>
    ),
  };
  return 'to' in opens ? (
    <Link to={opens.to} {...shared} />
  ) : (
    <button type="button" onClick={opens.onOpen} {...shared} />
  );
}
