/**
 * Signs the lists of tickets that devices keep. The key pair is made from the secret of tickets, so that all servers have the
 * same one and it changes with that secret; devices verify with the public half and cannot sign.
 */
import { createECDH, createPrivateKey, hkdfSync, sign } from 'node:crypto';
import type { SignedList } from '@moviebooking/contract/check-in';
import { keyBytes } from '../../platform/security/secrets.ts';

const CURVE = 'prime256v1';
const COORDINATE_BYTES = 32;

export type SignList = (list: string) => SignedList;

export function createListSigner(secret: string): SignList {
  // One byte less than the curve's order has: every such number is a private key.
  const privateKey = Buffer.from(hkdfSync('sha256', keyBytes(secret), '', 'ticket lists', COORDINATE_BYTES - 1));
  const pair = createECDH(CURVE);
  pair.setPrivateKey(privateKey);
  const point = pair.getPublicKey();
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      ...{ kty: 'EC', crv: 'P-256', d: Buffer.concat([Buffer.alloc(1), privateKey]).toString('base64url') },
      x: point.subarray(1, 1 + COORDINATE_BYTES).toString('base64url'),
      y: point.subarray(1 + COORDINATE_BYTES).toString('base64url'),
    },
  });
  return (list) => ({
    list,
    signature: sign('sha256', Buffer.from(list), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url'),
    key: point.toString('base64url'),
  });
}
