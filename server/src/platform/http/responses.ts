/** Successful responses in the contract's format, with or without paging. */
import { describePage, type PageMeta } from '@moviebooking/contract/http';
import type { Page, Paging } from './paging.ts';

export const answer = <Data>(data: Data, message?: string) => ({
  success: true as const,
  ...(message === undefined ? {} : { message }),
  data,
});

export interface PageAnswer<Item> {
  success: true;
  data: Item[];
  meta: PageMeta;
}

export const answerPage = <Item>({ page, limit }: Paging, { items, total }: Page<Item>): PageAnswer<Item> => ({
  success: true,
  data: items,
  meta: describePage(page, limit, total),
});
