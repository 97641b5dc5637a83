/** Passkeys in this browser. Only one request at a time can wait for the user: each new one ends the one before. */
import type { PasskeyAssertion } from '@moviebooking/contract/passkeys';
import { type Answer, api } from './api.ts';

let waiting = new AbortController();

/** Browsers since 2025. Older ones can't read the server's options. */
export const hasPasskeys = (): boolean => !!globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON;

/** Ends the request that waits for the user, if any. The next one can be ended by the returned signal. */
export function nextPasskeySignal(): AbortSignal {
  waiting.abort();
  waiting = new AbortController();
  return waiting.signal;
}

/**
 * Asks the user for a passkey, in a dialog or in the autofill of a field (`conditional`). Calls back with the domain of the
 * site's passkeys: browsers use them only on pages of that domain.
 */
export async function readPasskey(
  purpose: 'login' | 'proof',
  mediation: CredentialMediationRequirement = 'optional',
  onDomain?: (domain: string | undefined) => void,
): Promise<PasskeyAssertion> {
  const signal = nextPasskeySignal();
  type Options = Answer<PublicKeyCredentialRequestOptionsJSON>;
  const { data } = await api.post<Options>(`/auth/passkey/options?purpose=${purpose}`, undefined, { token: null });
  onDomain?.(data.rpId);
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(data);
  const passkey = await navigator.credentials.get({ mediation, publicKey, signal });
  return (passkey as PublicKeyCredential).toJSON() as AuthenticationResponseJSON;
}
