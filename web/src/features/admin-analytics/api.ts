import type { Analytics } from '@moviebooking/contract/admin';
import { keepPreviousData } from '@tanstack/react-query';
import { dataQuery } from '../../lib/queries.ts';

const REFRESH_MS = 60_000;

export const analyticsQuery = (days: string) => ({
  ...dataQuery<Analytics>('/admin/analytics', { days }),
  placeholderData: keepPreviousData<Analytics>,
  refetchInterval: REFRESH_MS,
});
