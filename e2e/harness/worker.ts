import { inject } from 'vitest';

/** The server for the tests of this worker; workers are numbered from 1. */
export function siteOfWorker(): string {
  const sites = inject('sites');
  return sites[Number(process.env.VITEST_POOL_ID) % sites.length] ?? '';
}
