/** Encrypts secrets for the database with AES-256-GCM. Each is bound to its owner and cannot be moved to another. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { keyBytes, type SecretKeys } from './secrets.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type TextCipher = ReturnType<typeof createTextCipher>;

export function createTextCipher({ current, previous }: SecretKeys, purpose: string) {
  const keyFrom = (secret: string) => Buffer.from(hkdfSync('sha256', keyBytes(secret), '', purpose, 32));
  const keys = [current, ...previous].map(keyFrom);

  function decryptWith(key: Buffer, encrypted: Buffer, owner: string): string | undefined {
    const nonce = encrypted.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(owner)).setAuthTag(encrypted.subarray(-TAG_BYTES));
    try {
      return decipher.update(encrypted.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return undefined;
    }
  }

  return {
    encrypt(text: string, owner: string): string {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keys[0] as Buffer, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64');
    },
    /** Returns undefined if no key decrypts it for this owner. */
    decrypt(encrypted: string, owner: string): string | undefined {
      const bytes = Buffer.from(encrypted, 'base64');
      for (const key of keys) {
        const text = decryptWith(key, bytes, owner);
        if (text !== undefined) return text;
      }
      return undefined;
    },
  };
}
