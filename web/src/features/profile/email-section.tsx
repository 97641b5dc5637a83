import { useMutation, useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { messageOf } from '../../lib/api.ts';
import { t } from '../../lib/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { profileQuery, sendConfirmationMail } from './api.ts';
import { Section } from './section.tsx';

/** Renders nothing if the server sends no mail, or until that is known. */
export function EmailSection() {
  const { data } = useQuery(profileQuery);
  if (!data?.sendsMail) return null;
  const { email, emailConfirmed } = data.user;
  return (
    <Section
      title={t('Email address')}
      about={
        <>
          <p className="wrap-anywhere font-semibold text-ink">{email}</p>
          <p>{t('We mail your tickets and any changes to your shows to a confirmed address only.')}</p>
        </>
      }
    >
      {emailConfirmed ? (
        <p>
          <Badge tone="success">
            <MailCheck aria-hidden className="size-4" /> {t('Confirmed')}
          </Badge>
        </p>
      ) : (
        <SendAgain />
      )}
    </Section>
  );
}

function SendAgain() {
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: sendConfirmationMail });
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="text-pretty">
        {t(
          "Your email address isn't confirmed yet. Open the link in the mail we sent you, or get a new one. You'll find your tickets under History either way.",
        )}
      </p>
      {isSuccess && <Banner tone="info">{t('The link is on its way. It works for seven days.')}</Banner>}
      {error && <Banner tone="danger">{messageOf(error, t("The link couldn't be sent. Please try again."))}</Banner>}
      <Button variant="secondary" onClick={() => mutate()} busy={isPending && t('Sending...')}>
        {t('Send the link again')}
      </Button>
    </div>
  );
}
