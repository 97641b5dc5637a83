import { useRef, useState } from 'react';
import { hasCode } from '../../lib/api.ts';
import { t } from '../../lib/language.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SLOT, withElement } from '../../ui/slot.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { showToast } from '../../ui/toast.tsx';
import { deleteAccount } from './api.ts';
import { PasswordStep } from './password-step.tsx';
import { Section } from './section.tsx';

export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const [hasUpcoming, setHasUpcoming] = useState(false);
  const close = () => {
    setOpen(false);
    setHasUpcoming(false);
  };
  const remove = async (typed: string) => {
    setHasUpcoming(false);
    try {
      await deleteAccount(typed);
      showToast(t('Your account has been deleted.'));
    } catch (error) {
      if (!hasCode(error, 'HAS_UPCOMING_BOOKINGS')) throw error;
      setHasUpcoming(true);
    }
  };
  return (
    <Section
      title={t('Delete your account')}
      about={<p>{t("This removes your name and email address for good. It can't be undone.")}</p>}
    >
      <Button variant="danger" onClick={() => setOpen(true)}>
        {t('Delete my account')}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={t('Delete your account?')} initialFocus={password}>
        <ul className="mt-4 mb-5 flex list-disc flex-col gap-1.5 ps-5 text-pretty">
          <li>{t("Your name and email address are removed for good. This can't be undone.")}</li>
          <li>{t("Past bookings stay in the cinema's reports, without your name. You won't see them any more.")}</li>
          <li>{t('Cancel your upcoming bookings first.')}</li>
          <li>{t("You'll be logged out everywhere.")}</li>
        </ul>
        {hasUpcoming && (
          <Banner tone="danger" className="mb-5">
            {withElement(
              t('Nothing was deleted: you still have upcoming bookings. {cancelThem} first.', { cancelThem: SLOT }),
              <TextLink to="/bookings/history">{t('Cancel them')}</TextLink>,
            )}
          </Banner>
        )}
        <PasswordStep
          send={remove}
          submitLabel={t('Delete my account')}
          busyLabel={t('Deleting...')}
          fallback={t("Your account couldn't be deleted. Please try again.")}
          isDangerous
          field={password}
          onCancel={close}
        />
      </Dialog>
    </Section>
  );
}
