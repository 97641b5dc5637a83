import type { Today } from '@moviebooking/contract/activity';
import type { Dashboard } from '@moviebooking/contract/admin';
import { dataQuery } from '../../lib/queries.ts';

/** The live connection tells of news; these are for when it is down, and for shows that begin. */
const POLL_MS = 10_000;
const fresh = { staleTime: 0, refetchInterval: POLL_MS, refetchOnWindowFocus: 'always' } as const;

export const dashboardQuery = { ...dataQuery<Dashboard>('/admin/dashboard'), ...fresh };
export const todayQuery = { ...dataQuery<Today>('/admin/today'), ...fresh };
