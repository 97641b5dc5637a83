import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { LanguageSelect } from '../../../features/auth/language-select.tsx';
import { loginsQuery } from '../../../features/profile/api.ts';
import { DeleteAccount } from '../../../features/profile/delete-account.tsx';
import { EmailSection } from '../../../features/profile/email-section.tsx';
import { Logins } from '../../../features/profile/logins.tsx';
import { MailSection } from '../../../features/profile/mail-section.tsx';
import { MyData } from '../../../features/profile/my-data.tsx';
import { NameSection } from '../../../features/profile/name-section.tsx';
import { Passkeys } from '../../../features/profile/passkeys.tsx';
import { PasswordSection } from '../../../features/profile/password-section.tsx';
import { SecondFactor } from '../../../features/profile/second-factor.tsx';
import { Section } from '../../../features/profile/section.tsx';
import { ADMIN_REFUSALS } from '../../../features/profile/wording.ts';
import { t } from '../../../lib/language.ts';
import { type AdminRefusal, useSession } from '../../../lib/session.ts';
import { ProblemBanner } from '../../../ui/banner.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';

export function ProfilePage() {
  const user = useSession((session) => session.user);
  const refusal = useAdminRefusal();
  if (!user) return null;
  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader title={t('Your profile')} tabTitle={t('Profile')} />
      <ProblemBanner problem={refusal && ADMIN_REFUSALS[refusal]} className="mb-5" />
      <div className="flex flex-col gap-5">
        <NameSection user={user} />
        <Section title={t('Language')} about={t('For these pages and for our mails.')}>
          <LanguageSelect className="border border-line-strong px-3" />
        </Section>
        <EmailSection />
        <MailSection />
        <PasswordSection user={user} />
        <Passkeys />
        <SecondFactor />
        <Logins />
        <MyData />
        <DeleteAccount />
      </div>
    </div>
  );
}

/** Why the admin area redirected the user here, until they fix it. Each visit to the admin area sets it again. */
function useAdminRefusal(): AdminRefusal | null {
  const [refusal] = useState(() => useSession.getState().adminRefusal);
  const isVerified = useQuery(loginsQuery).data?.some(
    ({ isCurrent, usedSecondFactor }) => isCurrent && usedSecondFactor,
  );
  useEffect(() => {
    useSession.setState({ adminRefusal: null });
  }, []);
  return refusal === 'TOTP_REQUIRED' && isVerified ? null : refusal;
}
