/** Calls for the user's own account. A wrong password or code is reported at the field it was typed into. */
import type {
  Login,
  OwnProfile,
  ProfileChange,
  RecoveryCodes,
  Session,
  TotpSetup,
  TotpState,
  User,
} from '@moviebooking/contract/accounts';
import type { Passkey, PasskeyProof } from '@moviebooking/contract/passkeys';
import { type Answer, api } from '../../lib/api.ts';
import { t } from '../../lib/language.ts';
import { nextPasskeySignal } from '../../lib/passkeys.ts';
import { dataQuery } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { beginSession, endSession, refreshUser, useSession } from '../../lib/session.ts';
import { refusedAtField } from '../../ui/field-form.tsx';

export const profileQuery = dataQuery<OwnProfile>('/profile');
export const totpQuery = dataQuery<TotpState>('/profile/totp');
export const passkeysQuery = dataQuery<Passkey[]>('/profile/passkeys');
export const loginsQuery = dataQuery<Login[]>('/profile/logins');

export async function changeName(name: string): Promise<void> {
  const { token } = useSession.getState();
  const { data } = await api.put<Answer<{ user: User }>>('/profile', { name });
  if (token) refreshUser(token, data.user);
}

export type WantedMail = 'reminders' | 'waitlistMails';

/** Keeps the other choices. */
export async function saveWantedMails(wanted: Partial<Pick<ProfileChange, WantedMail>>): Promise<void> {
  const { data } = await api.put<Answer<Pick<OwnProfile, 'user'>>>('/profile', wanted);
  queryClient.setQueryData(profileQuery.queryKey, (known) => known && { ...known, ...data });
}

export async function sendConfirmationMail(): Promise<void> {
  await api.post('/profile/confirmation-mail');
  // The address may have been confirmed in another tab.
  void queryClient.invalidateQueries(profileQuery);
}

/** Ends all sessions, including this one, and continues with the new token. */
export async function changePassword(passwords: { currentPassword: string; newPassword: string }): Promise<void> {
  const { data } = await checkingPassword('currentPassword', api.post<Answer<Session>>('/profile/password', passwords));
  beginSession(data);
}

export async function startTotp(password: string): Promise<TotpSetup> {
  return (await checkingPassword('password', api.post<Answer<TotpSetup>>('/profile/totp', { password }))).data;
}

/** Switches two-step verification on and ends all other sessions. Returns the recovery codes, which cannot be fetched again. */
export async function confirmTotp(code: string): Promise<string[]> {
  const sent = { code: code.replaceAll(/\s/g, '') };
  const { data } = await checkingCode(api.post<Answer<RecoveryCodes>>('/profile/totp/confirm', sent));
  return data.recoveryCodes;
}

export async function switchTotpOff({ password, code }: { password: string; code: string }): Promise<void> {
  await checkingCode(checkingPassword('password', api.delete('/profile/totp', { password, code: code.trim() })));
  await queryClient.invalidateQueries(totpQuery);
}

/** Fails if the user cancels, or the device has a passkey of the account already. */
export async function addPasskey(proof: PasskeyProof): Promise<void> {
  const started = api.post<Answer<PublicKeyCredentialCreationOptionsJSON>>('/profile/passkeys/options', proof);
  const { data: options } = await checkingPassword('password', started);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const created = await navigator.credentials.create({ publicKey, signal: nextPasskeySignal() });
  await api.post('/profile/passkeys', { credential: (created as PublicKeyCredential).toJSON() });
}

export const renamePasskey = (id: number, name: string) => api.put(`/profile/passkeys/${id}`, { name });

export const removePasskey = (id: number, proof: PasskeyProof) =>
  checkingPassword('password', api.delete(`/profile/passkeys/${id}`, proof));

export async function logOutEverywhere(): Promise<void> {
  await api.post('/auth/logout-everywhere');
  endSession();
}

export const fetchMyData = () => api.file('/profile/export');

export async function deleteAccount(password: string): Promise<void> {
  await checkingPassword('password', api.delete('/profile', { password }));
  endSession();
}

const checkingPassword = <Result>(field: string, call: Promise<Result>): Promise<Result> =>
  refusedAtField(call, { code: 'INVALID_CREDENTIALS', field, message: t("That password isn't right") });

const checkingCode = <Result>(call: Promise<Result>): Promise<Result> =>
  refusedAtField(call, { code: 'INVALID_CODE', field: 'code' });
