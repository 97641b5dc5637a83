/** Schemas that all endpoints share: ids, texts, timestamps, amounts, paging and the success envelope. */
import { z } from 'zod';
import { problemOfName } from './characters.ts';
import { DEFAULT_PAGE_SIZE, MAX_ID, MAX_PAGE_SIZE } from './limits.ts';

export const id = z.int().min(1).max(MAX_ID);

/**
 * A number in a path or query. The API document shows a number (`inDocument` overrides what zod would write there), but
 * the server accepts only decimal digits, so `5abc`, `1e3` and `0x10` are refused.
 */
export const numberText = (digits: RegExp, maximum: number, message: string) =>
  z
    .string()
    .regex(digits, message)
    .transform(Number)
    .refine((value) => value >= 1 && value <= maximum, message)
    .meta({ inDocument: { type: 'integer', minimum: 1, maximum } });

export const idText = numberText(/^[1-9]\d{0,9}$/, MAX_ID, 'An id must be a positive whole number');

export const seatId = z
  .string()
  .regex(/^[A-Ja-j](?:[1-9]|10)$/, 'A seat must be a row letter A to J and a number 1 to 10, such as C4')
  .transform((id) => id.toUpperCase())
  .meta({ examples: ['C4'] });

export const areDifferent = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;

/** Adds the default to the API document too, because zod leaves it out for transformed schemas. */
export const withDefault = (schema: z.ZodType<number, string>, value: number) =>
  schema.default(value).meta({ inDocument: { default: value } });

export const idParams = z.object({ id: idText });

/** A lone surrogate, which neither databases nor files can store. */
const HALF_A_CHARACTER = /\p{Surrogate}/u;

export const text = (requiredMessage?: string) =>
  z
    .string(requiredMessage ? { error: (issue) => (issue.input == null ? requiredMessage : undefined) } : undefined)
    .refine((value) => !value.includes('\0'), "Text can't contain the NUL character")
    .refine((value) => !HALF_A_CHARACTER.test(value), "Text can't contain half of a character");

export const requiredText = (max: number, requiredMessage: string) =>
  text(requiredMessage).trim().min(1, requiredMessage).max(max, `At most ${max} characters`);

const nameCharacters = (requiredMessage?: string) =>
  text(requiredMessage).superRefine((value, context) => {
    const message = problemOfName(value);
    if (message) context.addIssue({ code: 'custom', message });
  });

/** Names of people, cinemas and screens, and titles of movies. */
export const nameText = (max: number, requiredMessage: string) =>
  nameCharacters(requiredMessage).trim().min(1, requiredMessage).max(max, `At most ${max} characters`);

/** Missing, null and blank all mean "none". */
export const optionalNameText = (max: number) =>
  nameCharacters()
    .trim()
    .max(max, `At most ${max} characters`)
    .nullish()
    .transform((value) => value || null);

/** Missing means "unchanged"; null and blank mean "none". */
export const keptNameText = (max: number) =>
  nameCharacters()
    .trim()
    .max(max, `At most ${max} characters`)
    .transform((value) => value || null)
    .nullish();

/** Missing, null and blank all mean "none". */
export const optionalText = (max: number) =>
  text()
    .trim()
    .max(max, `At most ${max} characters`)
    .nullish()
    .transform((value) => value || null);

/** A timestamp in a response: ISO 8601 in UTC with Z. */
export const instant = z.iso.datetime();

/** A show that starts before this also ends in a year of four digits. */
const AFTER_ALL_SHOWS = '9999';

const INSTANT_MESSAGE = 'A time must be an ISO 8601 timestamp in UTC, such as 2026-11-15T13:30:00Z';

/** A timestamp in a request, limited to years that both Date and the database can represent. */
export const instantInput = (missingMessage = INSTANT_MESSAGE) =>
  z.iso
    .datetime({ error: (issue) => (issue.input == null ? missingMessage : INSTANT_MESSAGE) })
    .refine((value) => value >= '1970' && Number.isFinite(Date.parse(value)), "A time can't be before 1970")
    .refine((value) => value < AFTER_ALL_SHOWS, "A time can't be after 9998")
    .transform((value) => new Date(value));

/** An amount in a response. */
export const rupees = z.number().meta({ description: 'Rupees, at most two decimals', multipleOf: 0.01 });

const pagingNumber = (name: string) =>
  numberText(/^\d{1,15}$/, 999_999_999_999_999, `${name} must be a whole number of at least 1`);

const pageNumber = pagingNumber('page').meta({ description: 'The page number, from 1' });
const pageSize = pagingNumber('limit')
  .transform((value) => Math.min(value, MAX_PAGE_SIZE))
  .meta({ description: `The page size. More than ${MAX_PAGE_SIZE} counts as ${MAX_PAGE_SIZE}` });

/** Without `page` and `limit`, each endpoint decides what it returns. */
export const optionalPaging = z.object({ page: pageNumber.optional(), limit: pageSize.optional() });

export const paging = z.object({
  page: withDefault(pageNumber, 1),
  limit: withDefault(pageSize, DEFAULT_PAGE_SIZE),
});

export const searchText = text()
  .max(200)
  .optional()
  .transform((value) => value?.trim() || undefined);

/** A cinema day: a calendar day in the time zone of the cinemas, such as 2026-11-15. */
export const dayText = z.iso
  .date('A date must look like 2026-11-15')
  .refine((value) => value >= '1970', "A date can't be before 1970")
  .refine((value) => value < AFTER_ALL_SHOWS, "A date can't be after 9998");

export const pageMeta = z
  .object({
    page: z.int(),
    limit: z.int(),
    total: z.int(),
    totalPages: z.int(),
    hasNextPage: z.boolean(),
    hasPrevPage: z.boolean(),
  })
  .meta({ id: 'PageMeta' });

export type PageMeta = z.infer<typeof pageMeta>;

export function describePage(page: number, limit: number, total: number): PageMeta {
  const totalPages = Math.ceil(total / limit);
  return { page, limit, total, totalPages, hasNextPage: page < totalPages, hasPrevPage: page > 1 && totalPages > 0 };
}

export const success = <Data extends z.ZodType>(data: Data) =>
  z.object({ success: z.literal(true), message: z.string().optional(), data });

export const successPage = <Item extends z.ZodType>(item: Item) =>
  z.object({ success: z.literal(true), data: z.array(item), meta: pageMeta });
