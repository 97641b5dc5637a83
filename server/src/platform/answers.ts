/** Successful answers, with or without paging, in the contract's shape. */
import { describePage } from '@moviebooking/contract/http';
import type { Page, Paging } from './paging.ts';

export const answer = <Data>(data: Data, message?: string) => ({
  success: true as const,
  ...(message === undefined ? {} : { message }),
  data,
});

export const answerPage = <Item>({ page, limit }: Paging, { items, total }: Page<Item>) => ({
  success: true as const,
  data: items,
  meta: describePage(page, limit, total),
});
