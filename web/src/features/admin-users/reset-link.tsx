import type { AdminUser, ResetLink } from '@moviebooking/contract/accounts';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../lib/cinema-times.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Focused } from '../../ui/focused.tsx';

interface ResetLinkPanelProps {
  user: AdminUser;
  link: ResetLink;
  /** Shown above the link. */
  children?: ReactNode;
  onClose: () => void;
}

export function ResetLinkPanel({ user, link, children, onClose }: ResetLinkPanelProps) {
  return (
    <Focused className="mt-4">
      {children}
      <p>
        Give this link only to <NameAndEmail user={user} />: anyone else who opens it can take over the account. It
        works once, until {formatDateTime(link.expiresAt)}.
      </p>
      <p className="wrap-anywhere select-all rounded-md bg-sunken px-4 py-3 font-mono text-sm">{link.url}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
        <CopyButton text={link.url} label="Copy link" />
      </div>
    </Focused>
  );
}

/** Includes the address, because names aren't unique. */
export function NameAndEmail({ user: { name, email } }: { user: AdminUser }) {
  return (
    <>
      <strong className="wrap-anywhere">{name}</strong> <span className="wrap-anywhere">({email})</span>
    </>
  );
}
