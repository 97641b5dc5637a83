import type { Tonight } from '@moviebooking/contract/activity';
import { dataQuery } from '../../lib/queries.ts';

/** Live events refetch it when something is booked or cancelled; polling adds holds, admissions and shows that start. */
const POLL_MS = 10_000;

export const tonightQuery = {
  ...dataQuery<Tonight>('/admin/tonight'),
  staleTime: 0,
  refetchInterval: POLL_MS,
  // A wall display is never focused.
  refetchIntervalInBackground: true,
} as const;
