/** Adds a checksum to a ticket list, so that a device notices when its copy was damaged. It does not prevent forgery. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { ChecksummedList } from '@moviebooking/contract/check-in';

const POINT_BYTES = 65;

/** Check-in pages of release 0.2.0 only open a list with a signature, by any key. Delete this with the next release. */
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-POINT_BYTES).toString('base64url');

export const addChecksum = (list: string): ChecksummedList => ({
  list,
  checksum: createHash('sha256').update(list).digest('base64url'),
  signature: sign('sha256', Buffer.from(list), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url'),
  key,
});
