/**
 * The only client for the server's API. Sends the session's token, returns the parsed body typed by the contract, and throws
 * an ApiError on every failure. A 401 for the current token ends the session, and the guards redirect to /login. A 401 for a
 * call without a token, such as login, or for a wrong password fails only that call.
 */
import type { ErrorCode, Failure } from '@moviebooking/contract/errors';
import { noteTimeZone } from './cinema-times.ts';
import { language, refusalFor, t } from './language.ts';
import { noteServerTime } from './server-clock.ts';
import { expireSession, useSession } from './session.ts';

const TIMEOUT_MS = 30_000;
const EARLY_ANSWER_KEEPS_MS = 10_000;
/** A 401 with one of these codes is about a password, code or passkey, not about the token. */
const WRONG_CREDENTIALS: unknown[] = ['INVALID_CREDENTIALS', 'CODE_REQUIRED', 'INVALID_CODE', 'INVALID_PASSKEY'];

export interface Answer<Data> {
  success: true;
  message?: string;
  data: Data;
}

export type Query = Record<string, string | number | null | undefined>;

interface RequestOptions {
  query?: Query;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Replaces the session's token; null sends none. */
  token?: string | null;
  /** The call continues if the page is closed. */
  keepalive?: boolean;
  /** The answer is a file instead of JSON. The timeout applies only to its beginning, because a download may take long. */
  isFile?: boolean;
}

/** `status` is 0 if there was no answer. `serverMessage` is the server's message, if it sent a readable one. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly serverMessage: string | undefined;
  readonly code: ErrorCode | undefined;
  readonly errors: NonNullable<Failure['errors']>;
  readonly conflicts: string[];
  readonly total: number | undefined;
  readonly ticket: Failure['ticket'];
  readonly requestId: string | undefined;
  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(status: number, failure: Partial<Failure> = {}, options: { retryAfter?: number; cause?: unknown } = {}) {
    const problem = status === 0 ? t("The server can't be reached.") : t('The server answered {status}.', { status });
    super(failure.message ?? problem, {
      cause: options.cause,
    });
    this.status = status;
    this.serverMessage = failure.message;
    this.code = failure.code;
    this.errors = failure.errors ?? [];
    this.conflicts = failure.conflicts ?? [];
    this.total = failure.total;
    this.ticket = failure.ticket;
    this.requestId = failure.requestId;
    this.retryAfter = options.retryAfter;
  }

  get isNetworkFailure(): boolean {
    return this.status === 0;
  }
}

/** The server's message if there is one in the user's language, else the given fallback. */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  return refusalFor(error.code) || (language === 'en' && error.serverMessage) || fallback;
}

/** Whether the server refused with this code. */
export const hasCode = (error: unknown, code: ErrorCode): boolean => error instanceof ApiError && error.code === code;

let onForbidden: (token: string, code: ErrorCode | undefined) => void = () => {};

/** Calls back when a call is forbidden: the user's role may have changed since it was last read. */
export function whenForbidden(listener: typeof onForbidden): void {
  onForbidden = listener;
}

/** Whether the record doesn't exist, because of an unknown or malformed id. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

interface Received {
  response: Response;
  receivedAt: number;
}

declare global {
  /** The requests that boot.js sent early. */
  var earlyAnswer: { url: string; token: string; askedAt: number; answer: Promise<Received> } | undefined;
}

/** Returns boot.js's answer to this request, if it is fresh and belongs to this session. */
function takeEarlyAnswer(url: string, token: string | null): Promise<Received> | undefined {
  const early = globalThis.earlyAnswer;
  if (early?.url !== url || early.token !== token) return undefined;
  globalThis.earlyAnswer = undefined;
  return Date.now() - early.askedAt < EARLY_ANSWER_KEEPS_MS ? early.answer : undefined;
}

async function send(url: string, init: RequestInit): Promise<Received> {
  const response = await fetch(url, init);
  return { response, receivedAt: Date.now() };
}

async function request<Body>(method: string, path: string, body: unknown, options: RequestOptions): Promise<Body> {
  const token = options.token === undefined ? useSession.getState().token : options.token;
  const url = urlOf(path, options.query);
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
  let response: Response;
  let parsed: unknown;
  try {
    const early = method === 'GET' ? takeEarlyAnswer(url, token) : undefined;
    const received = await (early ??
      send(url, {
        method,
        headers: {
          Accept: 'application/json',
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(token ? { Authorization: `Bearer ${token}` } : {}),
          ...options.headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
        keepalive: options.keepalive ?? false,
        signal: options.signal ? AbortSignal.any([options.signal, timeout.signal]) : timeout.signal,
      }));
    ({ response } = received);
    if (options.isFile) clearTimeout(timer);
    noteTimeZone(response.headers);
    noteServerTime(response.headers, received.receivedAt);
    parsed = options.isFile && response.ok ? await response.blob() : parse(await response.text());
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new ApiError(0, {}, { cause });
  } finally {
    clearTimeout(timer);
  }
  if (response.ok && typeof parsed === 'object' && parsed !== null) return parsed as Body;
  const failure = failureIn(parsed);
  if (response.status === 401 && token && !WRONG_CREDENTIALS.includes(failure.code)) expireSession(token);
  if (response.status === 403 && token) onForbidden(token, failure.code);
  throw new ApiError(response.status, failure, retryAfterOf(response));
}

/** Leaves out empty parameters. */
export function urlOf(path: string, query: Query = {}): string {
  const present = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  );
  return `/api${path}${present.length > 0 ? `?${new URLSearchParams(present)}` : ''}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Trusts only a body of the contract's shape, because a proxy may answer anything. */
function failureIn(body: unknown): Partial<Failure> {
  const isFailure = typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string';
  return isFailure ? (body as Partial<Failure>) : {};
}

function retryAfterOf(response: Response): { retryAfter?: number } {
  const seconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  return Number.isNaN(seconds) ? {} : { retryAfter: seconds };
}

export const api = {
  get: <Body>(path: string, options: RequestOptions = {}) => request<Body>('GET', path, undefined, options),
  file: (path: string, options: RequestOptions = {}) =>
    request<Blob>('GET', path, undefined, { ...options, isFile: true }),
  post: <Body>(path: string, body?: unknown, options: RequestOptions = {}) =>
    request<Body>('POST', path, body, options),
  put: <Body>(path: string, body: unknown, options: RequestOptions = {}) => request<Body>('PUT', path, body, options),
  delete: <Body>(path: string, body?: unknown, options: RequestOptions = {}) =>
    request<Body>('DELETE', path, body, options),
};
