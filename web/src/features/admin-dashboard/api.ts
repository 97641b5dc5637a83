import type { Dashboard } from '@moviebooking/contract/admin';
import { dataQuery } from '../../lib/queries.ts';

const POLL_MS = 10_000;

export const dashboardQuery = {
  ...dataQuery<Dashboard>('/admin/dashboard'),
  staleTime: 0,
  refetchInterval: POLL_MS,
  refetchOnWindowFocus: 'always',
} as const;
