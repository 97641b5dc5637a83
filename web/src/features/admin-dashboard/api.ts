import type { Today } from '@moviebooking/contract/activity';
import type { Dashboard } from '@moviebooking/contract/admin';
import { dataQuery } from '../../lib/queries.ts';

/** Live events refetch these queries; polling is for when the live connection is down, and for shows that start. */
const POLL_MS = 10_000;
const fresh = { staleTime: 0, refetchInterval: POLL_MS, refetchOnWindowFocus: 'always' } as const;

export const dashboardQuery = { ...dataQuery<Dashboard>('/admin/dashboard'), ...fresh };
export const todayQuery = { ...dataQuery<Today>('/admin/today'), ...fresh };
