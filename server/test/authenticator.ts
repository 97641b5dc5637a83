/** A device with passkeys, in software: ES256 keys, CBOR and authenticator data as in WebAuthn. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface Ceremony {
  challenge: string;
}

/** What a device or an attacker may do differently. */
interface Deviation {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  isUserVerified?: boolean;
  counter?: number;
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

function cbor(value: Cbor): Buffer {
  const head = (type: number, length: number) => {
    if (length < 24) return Buffer.from([(type << 5) | length]);
    return Buffer.from(length < 256 ? [(type << 5) | 24, length] : [(type << 5) | 25, length >> 8, length & 0xff]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map) return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)]);
  return Buffer.concat([head(2, value.length), value]);
}

function publicKeyInCose(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coordinate = (text: string) => Buffer.from(text, 'base64url');
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]),
  );
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** Counts its uses if `counts`; synced passkeys don't. */
export function createAuthenticator({ origin = 'http://localhost:3000', rpId = 'localhost', counts = false } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;

  const clientDataOf = (type: string, { challenge }: Ceremony, deviation: Deviation) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...deviation }));

  function authenticatorData(deviation: Deviation, credential = Buffer.alloc(0)): Buffer {
    if (counts) counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(deviation.counter ?? counter);
    const isVerified = deviation.isUserVerified ?? true;
    const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (credential.length > 0 ? HAS_CREDENTIAL : 0);
    return Buffer.concat([sha256(deviation.rpId ?? rpId), Buffer.from([flags]), count, credential]);
  }

  return {
    id: base64url(id),
    /** Answers navigator.credentials.create. */
    create(options: Ceremony, deviation: Deviation = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, publicKeyInCose(publicKey)]);
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(deviation, credential)],
      ]);
      const clientDataJSON = base64url(clientDataOf('webauthn.create', options, deviation));
      return { id: base64url(id), response: { clientDataJSON, attestationObject: base64url(cbor(attestation)) } };
    },
    /** Answers navigator.credentials.get. */
    get(options: Ceremony, deviation: Deviation & { userHandle?: string } = {}) {
      const { userHandle, ...rest } = deviation;
      const clientData = clientDataOf('webauthn.get', options, rest);
      const data = authenticatorData(rest);
      const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey);
      return {
        id: base64url(id),
        response: {
          clientDataJSON: base64url(clientData),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          ...(userHandle === undefined ? {} : { userHandle }),
        },
      };
    },
  };
}
