/** Schemas of passkeys. What browsers read and write has WebAuthn's own JSON forms (Level 3), with bytes in base64url. */
import { z } from 'zod';
import { passwordProof } from './accounts.ts';
import { instant, nameText } from './http.ts';

const bytes = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, 'Bytes must be base64url')
    .max(max);

const name = nameText(100, 'Name is required');

export const passkey = z
  .object({ id: z.int(), name: z.string(), createdAt: instant, lastUsedAt: instant.nullable() })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof passkey>;

export const passkeyChange = z.object({ name });

/** What the answer to a challenge is good for. */
export const challengePurpose = z.enum(['login', 'proof']);
export const challengeQuery = z.object({ purpose: challengePurpose.default('login') });

const optionsOf = (form: string) =>
  z
    .looseObject({ challenge: z.string() })
    .meta({ description: `${form} of WebAuthn, with a challenge that works once` });
export const loginOptions = optionsOf('PublicKeyCredentialRequestOptionsJSON');
export const creationOptions = optionsOf('PublicKeyCredentialCreationOptionsJSON');

/** What navigator.credentials.get returns. */
export const passkeyAssertion = z.object({
  id: bytes(1400),
  response: z.object({
    clientDataJSON: bytes(8000),
    authenticatorData: bytes(2000),
    signature: bytes(6000),
    userHandle: bytes(100).nullish(),
  }),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

/** `credential` is what navigator.credentials.create returns. */
export const newPasskey = z.object({
  name: name.optional().meta({ description: 'By default the browser and operating system' }),
  credential: z.object({
    id: bytes(1400),
    response: z.object({ clientDataJSON: bytes(8000), attestationObject: bytes(20_000) }),
  }),
});
export type NewPasskey = z.infer<typeof newPasskey>;

/** A logged-in user proves their identity before a sensitive change. */
export const passkeyProof = z.union([passwordProof, z.object({ passkey: passkeyAssertion })]);
export type PasskeyProof = z.infer<typeof passkeyProof>;
