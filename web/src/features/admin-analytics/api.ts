import type { Analytics } from '@moviebooking/contract/admin';
import { keepPreviousData } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { dataQuery } from '../../lib/queries.ts';

const REFRESH_MS = 60_000;

export const analyticsQuery = (filter: { days: string; month: string; cinemaId: string; movieId: string }) => ({
  ...dataQuery<Analytics>('/admin/analytics', filter),
  placeholderData: keepPreviousData<Analytics>,
  refetchInterval: REFRESH_MS,
});

export const fetchMonthEndFile = (month: string, by: 'day' | 'cinema') =>
  api.file('/admin/analytics/month-end.csv', { query: { month, by } });
