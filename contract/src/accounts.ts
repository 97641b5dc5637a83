/** Schemas of accounts: sign-up and login, the profile, two-step verification, and the administration of users. */
import { z } from 'zod';
import { DELETED_USER_NAME_MESSAGE, isDeletedUserName, isVisibleAddress } from './characters.ts';
import { id, instant, nameText, paging, searchText, text } from './http.ts';

export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;
/** For STAFF and ADMIN accounts. */
export const STAFF_PASSWORD_MIN = 10;

/** STAFF check tickets in at the entrance, and may do everything a USER may. */
export const role = z.enum(['USER', 'STAFF', 'ADMIN']);
export type Role = z.infer<typeof role>;

/** English and Hindi. */
export const language = z.enum(['en', 'hi']).meta({ description: 'The language of the pages and of mails' });
export type Language = z.infer<typeof language>;

export const user = z.object({ id, name: z.string(), email: z.string(), role }).meta({ id: 'User' });
export type User = z.infer<typeof user>;

/** A user in responses to administrators. The email of a deleted account is null. */
export const userSummary = z.object({ id, name: z.string(), email: z.string().nullable() });
export type UserSummary = z.infer<typeof userSummary>;

export const emailAddress = text('Email is required')
  .refine(isVisibleAddress, 'Please enter a valid email')
  .trim()
  .min(1, 'Email is required')
  .max(254, 'At most 254 characters')
  .regex(z.regexes.unicodeEmail, 'Please enter a valid email')
  .refine((value) => /\.[^.\s@]+$/.test(value), 'Please enter a valid email');

export const personName = nameText(100, 'Name is required').refine(
  (name) => !isDeletedUserName(name),
  DELETED_USER_NAME_MESSAGE,
);

export const newPassword = text('Password is required')
  .min(1, 'Password is required')
  .min(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, `At most ${PASSWORD_MAX} characters`);

const currentPassword = text('Password is required')
  .min(1, 'Password is required')
  .max(PASSWORD_MAX, `At most ${PASSWORD_MAX} characters`);

const code = text('Enter the code').trim().min(1, 'Enter the code').max(40, 'At most 40 characters');

export const signupRequest = z.object({ name: personName, email: emailAddress, password: newPassword });

const neededCode = code.optional().meta({
  description:
    'Six digits from the authenticator app, or a recovery code. Required if the account has two-step verification',
});

export const loginRequest = z.object({ email: emailAddress, password: currentPassword, code: neededCode });

export const session = z.object({ token: z.string(), user });
export type Session = z.infer<typeof session>;

/** Mails that users can turn off. */
const wantedMails = z.object({
  reminders: z.boolean().meta({ description: 'Whether the user wants to be reminded of a show by mail' }),
  waitlistMails: z.boolean().meta({ description: 'Whether the user wants a mail when seats come free for them' }),
});

export const profileUser = user
  .extend({
    language,
    ...wantedMails.shape,
    emailConfirmed: z.boolean().meta({
      description: 'Until the address is confirmed, it receives only links to confirm it or to reset the password',
    }),
  })
  .meta({ id: 'ProfileUser' });
export type ProfileUser = z.infer<typeof profileUser>;

export const profile = z.object({ user: profileUser });

export const ownProfile = profile.extend({
  sendsMail: z.boolean().meta({ description: 'Whether this site sends mail' }),
});
export type OwnProfile = z.infer<typeof ownProfile>;

export const profileChange = wantedMails.extend({ name: personName, language }).partial();
export type ProfileChange = z.infer<typeof profileChange>;

export const passwordChange = z.object({ currentPassword, newPassword });

/** A logged-in user proves their identity before a sensitive change. */
export const passwordProof = z.object({ password: currentPassword });

export const login = z
  .object({
    id: z.int(),
    at: instant,
    address: z.string().meta({ description: 'The network address of the login' }),
    device: z.string().meta({ description: 'Browser and operating system, such as Firefox on Windows' }),
    usedSecondFactor: z.boolean().meta({ description: 'Whether a code, a recovery code or a passkey was used' }),
    isActive: z.boolean().meta({ description: 'Whether its token is still valid' }),
    isCurrent: z.boolean().meta({ description: 'Whether this request uses its token' }),
  })
  .meta({ id: 'Login' });
export type Login = z.infer<typeof login>;

export const forgotPasswordRequest = z.object({ email: emailAddress });

const linkToken = text('This link is incomplete').min(1, 'This link is incomplete').max(200, 'This link is incomplete');

export const resetPasswordRequest = z.object({ token: linkToken, password: newPassword });

export const confirmEmailRequest = z.object({ token: linkToken });

/** The page that a reset link opens. The token follows the #, which browsers never send to a server. */
export const resetPath = (token: string): string => `/reset-password#token=${token}`;
export const invitationPath = (token: string): string => `${resetPath(token)}&invited`;
export const confirmationPath = (token: string): string => `/confirm-email#token=${token}`;

export const totpState = z
  .object({
    isOn: z.boolean(),
    isRequired: z
      .boolean()
      .meta({ description: 'Without two-step verification or a passkey, this account cannot use the admin area' }),
    recoveryCodesLeft: z.int(),
  })
  .meta({ id: 'TotpState' });
export type TotpState = z.infer<typeof totpState>;

export const totpSetup = z.object({
  secret: z.string().meta({ description: 'In base32, to type into an authenticator app' }),
  uri: z.string().meta({ description: 'The same secret as an otpauth address, for a QR code' }),
});
export type TotpSetup = z.infer<typeof totpSetup>;

export const totpConfirmation = z.object({ code });

export const totpRemoval = passwordProof.extend({ code: neededCode });

export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

export const mailRefusal = z
  .object({ reason: z.string().meta({ description: 'The response of the mail server' }), at: instant })
  .nullable()
  .meta({ description: 'Set if the mail server permanently refused the last mail to this address' });

export const adminUser = user
  .extend({
    createdAt: instant,
    lastLoginAt: instant.nullable(),
    hasTotp: z.boolean(),
    needsNewPassword: z.boolean().meta({
      description:
        'The password is too weak for the role. The user cannot use the admin area until they set a stronger one',
    }),
    mustResetPassword: z.boolean().meta({
      description: 'Promoted without a confirmed address. The user cannot log in until they use a reset link',
    }),
    mailRefusal,
  })
  .meta({ id: 'AdminUser' });
export type AdminUser = z.infer<typeof adminUser>;

export const adminUserQuery = paging.extend({ search: searchText, role: role.optional() });

export const roleChange = z.object({ role });

export const invitation = z.object({ name: personName, email: emailAddress, role: role.exclude(['USER']) });
export type Invitation = z.infer<typeof invitation>;

/** Includes a link if the user was invited, or promoted without a confirmed address. */
export const changedRole = adminUser.extend({
  resetUrl: z
    .string()
    .optional()
    .meta({ description: 'A link to pass on to the user, who cannot log in until they use it' }),
  expiresAt: instant.optional().meta({ description: 'When the link expires' }),
});
export type ChangedRole = z.infer<typeof changedRole>;

export const resetLink = z.object({ url: z.string(), expiresAt: instant });
export type ResetLink = z.infer<typeof resetLink>;
