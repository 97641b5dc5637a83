import type { AdminUser } from '@moviebooking/contract/accounts';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../lib/api.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { makeResetLink } from './api.ts';
import { NameAndEmail, ResetLinkPanel } from './reset-link.tsx';

interface ResetLinkDialogProps {
  user: AdminUser;
  isOpen: boolean;
  onClose: () => void;
}

export function ResetLinkDialog({ user, isOpen, onClose }: ResetLinkDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Reset link">
      <ResetLinkSteps user={user} onClose={onClose} />
    </Dialog>
  );
}

function ResetLinkSteps({ user, onClose }: Omit<ResetLinkDialogProps, 'isOpen'>) {
  const { mutate, isPending, error, data: link } = useMutation({ mutationFn: () => makeResetLink(user.id) });
  if (link) return <ResetLinkPanel user={user} link={link} onClose={onClose} />;
  return (
    <>
      <p className="mt-4 text-pretty">
        With this link, <NameAndEmail user={user} /> can set a new password without knowing the old one. Make sure the
        request really comes from them. They stay logged in until the link is used.
      </p>
      {error && (
        <Banner tone="danger" className="mt-4">
          {messageOf(error, 'Failed to create the link. Please try again.')}
        </Banner>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => mutate()} busy={isPending && 'Creating...'}>
          Create link
        </Button>
      </div>
    </>
  );
}
