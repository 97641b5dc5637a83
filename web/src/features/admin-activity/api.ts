import type { ActivityItem } from '@moviebooking/contract/activity';
import { dataQuery } from '../../lib/queries.ts';

/** Live events refetch this query; polling is for when the live connection is down. */
const POLL_MS = 30_000;

export const activityQuery = {
  ...dataQuery<ActivityItem[]>('/admin/activity'),
  staleTime: 0,
  refetchInterval: POLL_MS,
} as const;
