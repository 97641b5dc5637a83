import { t } from '../../lib/language.ts';
import type { AdminRefusal } from '../../lib/session.ts';
import type { WantedMail } from './api.ts';

export const ADMIN_REFUSALS: Record<AdminRefusal, string> = {
  TOTP_REQUIRED: t(
    'To open the admin area, log in with a passkey, or set up two-step verification or a passkey below.',
  ),
  PASSWORD_TOO_WEAK: t('To open the admin area, set a stronger password below.'),
};

export const WANTED_MAILS: Record<WantedMail, { label: string; about: string }> = {
  reminders: { label: t('Remind me before a show'), about: t('For each show you have booked, with your tickets.') },
  waitlistMails: {
    label: t('Tell me by mail when seats come free'),
    about: t('For shows whose waitlist you joined. You only have a few minutes to book them.'),
  },
};

/** The dialogs about passkeys. */
export const PASSKEY_TASKS = {
  add: {
    title: t('Add a passkey'),
    description: t('Your browser then asks where to keep it.'),
    submitLabel: t('Continue'),
    busyLabel: t('Adding...'),
    fallback: t('No passkey was added. This device may already have one for your account.'),
    done: t('The passkey was added.'),
  },
  rename: {
    title: t('Rename the passkey'),
    description: undefined,
    submitLabel: t('Save'),
    busyLabel: t('Saving...'),
    fallback: t("The passkey couldn't be renamed. Please try again."),
    done: t('The passkey was renamed.'),
  },
  remove: {
    title: t('Remove the passkey?'),
    description: t("It can't log in any more. Devices that are logged in stay logged in."),
    submitLabel: t('Remove'),
    busyLabel: t('Removing...'),
    fallback: t("The passkey couldn't be removed. Please try again."),
    done: t('The passkey was removed.'),
  },
};

/** The server says "Chrome on Windows", "Firefox" or "Unknown app". */
export function deviceName(device: string): string {
  const [browser = '', system] = device.split(' on ');
  if (system) return t('{browser} on {system}', { browser, system });
  return device === 'Unknown app' ? t('Unknown app') : device;
}

export const codesLeft = (count: number): string =>
  t('{count, plural, one {# recovery code left} other {# recovery codes left}}', { count });

export function switchOffWarning(isRequired: boolean): string {
  const warning = t(
    "Anyone with your password will be able to log in. Your app's codes and your recovery codes stop working.",
  );
  return isRequired ? `${warning} ${t("You can't open the admin area until you set it up again.")}` : warning;
}
