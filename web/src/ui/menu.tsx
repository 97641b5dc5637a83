import { Menu as Base } from '@base-ui/react/menu';
import type { LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '../lib/cx.ts';

export const popupLook =
  'origin-(--transform-origin) rounded-lg border border-line bg-raised p-1.5 text-ink shadow-popup outline-none transition-[opacity,scale] duration-150 ease-out data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0';

const itemLook =
  'flex min-h-11 cursor-default select-none items-center gap-3 rounded-sm px-3 text-[0.9375rem] -outline-offset-2 data-highlighted:bg-sunken';

interface MenuProps {
  /** The element that opens the menu, usually a button. */
  trigger: ReactElement;
  /** Heads the menu. */
  heading: ReactNode;
  children: ReactNode;
}

export function Menu({ trigger, heading, children }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <MenuPopup heading={heading}>{children}</MenuPopup>
    </Base.Root>
  );
}

export function MenuPopup({ heading, children }: Omit<MenuProps, 'trigger'>) {
  return (
    <Base.Portal>
      <Base.Positioner
        sideOffset={8}
        align="end"
        collisionPadding={8}
        positionMethod="fixed"
        className="z-50 outline-none"
      >
        <Base.Popup className={cx(popupLook, 'min-w-48 max-w-[calc(100vw-1rem)]')}>
          <Base.Group>
            <Base.GroupLabel className="mb-1.5 border-line border-b px-3 pt-1.5 pb-3">{heading}</Base.GroupLabel>
            {children}
          </Base.Group>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

export function MenuItem({ icon: Icon, label, onSelect }: { icon: LucideIcon; label: string; onSelect: () => void }) {
  return (
    <Base.Item className={itemLook} onClick={onSelect}>
      <Icon aria-hidden className="size-4.5 text-muted" />
      {label}
    </Base.Item>
  );
}

export function MenuLink({ icon: Icon, label, to }: { icon: LucideIcon; label: string; to: string }) {
  return (
    <Base.LinkItem closeOnClick className={itemLook} render={<Link to={to} />}>
      <Icon aria-hidden className="size-4.5 text-muted" />
      {label}
    </Base.LinkItem>
  );
}
