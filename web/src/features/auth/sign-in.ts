import type { Session } from '@moviebooking/contract/accounts';
import { type Answer, ApiError, api } from '../../lib/api.ts';
import { beginSession, useSession } from '../../lib/session.ts';

/** Logs in or signs up. While one attempt is under way a second one is ignored, so that no double press counts twice. */
export async function signIn(path: '/auth/login' | '/auth/signup', input: object): Promise<void> {
  if (useSession.getState().isLoading) return;
  useSession.setState({ isLoading: true });
  try {
    const { data } = await api.post<Answer<Session>>(path, input, { anonymous: true });
    beginSession(data);
  } finally {
    useSession.setState({ isLoading: false });
  }
}

/** What the server has against single fields: [field, message] for those that this form has. */
export function fieldErrors<Name extends string>(error: unknown, names: readonly Name[]): [Name, string][] {
  if (!(error instanceof ApiError)) return [];
  return error.errors.flatMap(({ path, message }) => {
    const name = names.find((known) => path === known || path.endsWith(`.${known}`) || path.endsWith(`/${known}`));
    return name ? [[name, message] as [Name, string]] : [];
  });
}
