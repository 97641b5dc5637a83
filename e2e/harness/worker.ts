import { inject } from 'vitest';
import type { Site } from './api.ts';

/** The server of this worker. Workers are numbered from 1. */
export function siteOfWorker(): Site {
  const sites = inject('sites');
  return sites[Number(process.env.VITEST_POOL_ID) % sites.length] ?? { address: '', dataDir: '' };
}
