import type { AdminRefusal } from '../../lib/session.ts';
import type { WantedMail } from './api.ts';

export const ADMIN_REFUSALS: Record<AdminRefusal, string> = {
  TOTP_REQUIRED: 'To open the admin area, log in with a passkey, or set up two-step verification or a passkey below.',
  PASSWORD_TOO_WEAK: 'To open the admin area, set a stronger password below.',
};

export const WANTED_MAILS: Record<WantedMail, { label: string; about: string }> = {
  reminders: { label: 'Remind me before a show', about: 'For each show you have booked, with your tickets.' },
  waitlistMails: {
    label: 'Tell me by mail when seats come free',
    about: 'For shows whose waitlist you joined. You only have a few minutes to book them.',
  },
};

/** The dialogs about passkeys. */
export const PASSKEY_TASKS = {
  add: {
    title: 'Add a passkey',
    description: 'Your browser then asks where to keep it.',
    submitLabel: 'Continue',
    busyLabel: 'Adding...',
    fallback: 'No passkey was added. This device may already have one for your account.',
    done: 'The passkey was added.',
  },
  rename: {
    title: 'Rename the passkey',
    description: undefined,
    submitLabel: 'Save',
    busyLabel: 'Saving...',
    fallback: "The passkey couldn't be renamed. Please try again.",
    done: 'The passkey was renamed.',
  },
  remove: {
    title: 'Remove the passkey?',
    description: "It can't log in any more. Devices that are logged in stay logged in.",
    submitLabel: 'Remove',
    busyLabel: 'Removing...',
    fallback: "The passkey couldn't be removed. Please try again.",
    done: 'The passkey was removed.',
  },
};

export const codesLeft = (count: number): string => `${count} recovery ${count === 1 ? 'code' : 'codes'} left`;

export function switchOffWarning(isRequired: boolean): string {
  const warning =
    "Anyone with your password will be able to log in. Your app's codes and your recovery codes stop working.";
  return isRequired ? `${warning} You can't open the admin area until you set it up again.` : warning;
}
