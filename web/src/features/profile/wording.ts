import type { AdminRefusal } from '../../lib/session.ts';
import type { WantedMail } from './api.ts';

export const ADMIN_REFUSALS: Record<AdminRefusal, string> = {
  TOTP_REQUIRED: 'To open the admin area, set up two-step verification below.',
  PASSWORD_TOO_WEAK: 'To open the admin area, set a stronger password below.',
};

export const WANTED_MAILS: Record<WantedMail, { label: string; about: string }> = {
  reminders: { label: 'Remind me before a show', about: 'For each show you have booked, with your tickets.' },
  waitlistMails: {
    label: 'Tell me by mail when seats come free',
    about: 'For shows whose waitlist you joined. You only have a few minutes to book them.',
  },
};

export const codesLeft = (count: number): string => `${count} recovery ${count === 1 ? 'code' : 'codes'} left`;

export function switchOffWarning(isRequired: boolean): string {
  const warning =
    "Anyone with your password will be able to log in. Your app's codes and your recovery codes stop working.";
  return isRequired ? `${warning} You can't open the admin area until you set it up again.` : warning;
}
