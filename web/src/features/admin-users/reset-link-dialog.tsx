import type { AdminUser } from '@moviebooking/contract/accounts';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../lib/api.ts';
import { ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, type DialogState } from '../../ui/dialog.tsx';
import { makeResetLink } from './api.ts';
import { NameAndEmail, ResetLinkPanel } from './reset-link.tsx';

export function ResetLinkDialog({ user, isOpen, onClose }: DialogState & { user: AdminUser }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Reset link">
      <ResetLinkSteps user={user} onClose={onClose} />
    </Dialog>
  );
}

function ResetLinkSteps({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { mutate, isPending, error, data: link } = useMutation({ mutationFn: () => makeResetLink(user.id) });
  if (link) return <ResetLinkPanel user={user} link={link} onClose={onClose} />;
  return (
    <>
      <p className="mt-4 text-pretty">
        With this link, <NameAndEmail user={user} /> can set a new password without knowing the old one. Make sure the
        request really comes from them. They stay logged in until the link is used.
      </p>
      <ProblemBanner
        problem={error && messageOf(error, 'Failed to create the link. Please try again.')}
        className="mt-4"
      />
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
