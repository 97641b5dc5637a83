/** What a user sees and changes of their own account. A wrong password is refused at the field in which it was typed. */
import type {
  Login,
  OwnProfile,
  RecoveryCodes,
  Session,
  TotpSetup,
  TotpState,
  User,
} from '@moviebooking/contract/accounts';
import { type Answer, api, hasCode, messageOf } from '../../lib/api.ts';
import { dataQuery } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { beginSession, endSession, refreshUser, useSession } from '../../lib/session.ts';
import { FieldProblem } from '../../ui/field-form.tsx';

export const profileQuery = dataQuery<OwnProfile>('/profile');
export const totpQuery = dataQuery<TotpState>('/profile/totp');
export const loginsQuery = dataQuery<Login[]>('/profile/logins');

export async function changeName(name: string): Promise<void> {
  const { token } = useSession.getState();
  const { data } = await api.put<Answer<{ user: User }>>('/profile', { name });
  if (token) refreshUser(token, data.user);
}

export async function sendConfirmationMail(): Promise<void> {
  await api.post('/profile/confirmation-mail');
  // Confirmed in another tab, perhaps.
  void queryClient.invalidateQueries(profileQuery);
}

/** All logins end, this one too: it goes on with the token in the answer. */
export async function changePassword(passwords: { currentPassword: string; newPassword: string }): Promise<void> {
  const { data } = await proving('currentPassword', api.post<Answer<Session>>('/profile/password', passwords));
  beginSession(data);
}

export async function startTotp(password: string): Promise<TotpSetup> {
  return (await proving('password', api.post<Answer<TotpSetup>>('/profile/totp', { password }))).data;
}

/** From now on a login asks for a code, and all other sessions have ended. The recovery codes are told this once. */
export async function confirmTotp(code: string): Promise<string[]> {
  const sent = { code: code.replaceAll(/\s/g, '') };
  const { data } = await provingCode(api.post<Answer<RecoveryCodes>>('/profile/totp/confirm', sent));
  return data.recoveryCodes;
}

export async function switchTotpOff({ password, code }: { password: string; code: string }): Promise<void> {
  await provingCode(proving('password', api.delete('/profile/totp', { password, code: code.trim() })));
  await queryClient.invalidateQueries(totpQuery);
}

export async function logOutEverywhere(): Promise<void> {
  await api.post('/auth/logout-everywhere');
  endSession();
}

export const fetchMyData = () => api.file('/profile/export');

export async function deleteAccount(password: string): Promise<void> {
  await proving('password', api.delete('/profile', { password }));
  endSession();
}

async function proving<Result>(field: string, call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    throw hasCode(error, 'INVALID_CREDENTIALS') ? new FieldProblem(field, 'This is not your password') : error;
  }
}

async function provingCode<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    throw hasCode(error, 'INVALID_CODE') ? new FieldProblem('code', messageOf(error, '')) : error;
  }
}
