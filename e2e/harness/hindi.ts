/** Hindi texts of the app, and users who read them. */
import type { Session } from '@moviebooking/contract/accounts';
import { cataloguesOf } from '../../tools/translations.mjs';
import { put } from './api.ts';

const catalogue = cataloguesOf('web').hi ?? {};

/** The Hindi for an English text. */
export function hi(text: string): string {
  const translation = catalogue[text];
  if (!translation) throw new Error(`"${text}" has no translation.`);
  return translation;
}

/** The session of a user who chose Hindi. */
export async function inHindi(session: Session): Promise<Session> {
  const { data } = await put('/profile', { language: 'hi' }, session.token);
  return { ...session, user: data.user };
}
