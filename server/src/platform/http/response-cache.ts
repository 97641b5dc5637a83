/**
 * Caches responses that are the same for everyone, as finished JSON text, for a time counted from when their read began.
 * Concurrent requests share one read. `drop` starts a new, empty generation, and a response is cached only in the generation
 * in which its read began, so data read before a change is never served to a request made after it.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Later requests don't join a read that began longer ago. */
const SHARE_WITHIN_MS = 500;
const MAX_RESPONSES = 1000;
const MAX_CHARACTERS = 16_000_000;

export interface CachedResponse {
  text: string;
  etag: string;
}

export interface FreshResponse<Answer = unknown> {
  answer: Answer;
  /** Counted from when its read began. */
  cacheMs: number;
}

export type ResponseCache = ReturnType<typeof createResponseCache>;

interface Generation {
  /** Least recently used first. */
  answers: Map<string, { answer: CachedResponse; until: number }>;
  characters: number;
  reading: Map<string, { began: number; answer: Promise<CachedResponse> }>;
}

/** `variant` becomes part of the ETags. Pass whatever else changes the text when it is sent. */
export function createResponseCache(variant = '') {
  let generation = newGeneration();

  function finish({ answer, cacheMs }: FreshResponse) {
    const text = JSON.stringify(answer);
    const etag = `"${createHash('sha1').update(variant).update(text).digest('base64url')}"`;
    return { answer: { text, etag }, cacheMs };
  }

  return {
    /** Returns the cached response, or reads it once for all concurrent requests. */
    async read(key: string, readAnswer: () => Promise<FreshResponse>): Promise<CachedResponse> {
      return (
        findCached(generation, key) ??
        findReading(generation, key) ??
        startReading(generation, key, async () => finish(await readAnswer()))
      );
    },
    /** Call after the commit of a change. */
    drop(): void {
      generation = newGeneration();
    },
  };
}

const newGeneration = (): Generation => ({ answers: new Map(), characters: 0, reading: new Map() });

function findCached({ answers }: Generation, key: string): CachedResponse | undefined {
  const found = answers.get(key);
  if (!found || found.until <= performance.now()) return undefined;
  answers.delete(key);
  answers.set(key, found);
  return found.answer;
}

function findReading({ reading }: Generation, key: string): Promise<CachedResponse> | undefined {
  const found = reading.get(key);
  return found && performance.now() - found.began < SHARE_WITHIN_MS ? found.answer : undefined;
}

function startReading(
  generation: Generation,
  key: string,
  readAnswer: () => Promise<{ answer: CachedResponse; cacheMs: number }>,
): Promise<CachedResponse> {
  const began = performance.now();
  const answer = readAnswer()
    .then((read) => {
      add(generation, key, { answer: read.answer, until: began + read.cacheMs });
      return read.answer;
    })
    .finally(() => {
      if (generation.reading.get(key)?.began === began) generation.reading.delete(key);
    });
  generation.reading.set(key, { began, answer });
  return answer;
}

function add(generation: Generation, key: string, entry: { answer: CachedResponse; until: number }): void {
  if (entry.until <= Math.max(performance.now(), generation.answers.get(key)?.until ?? 0)) return;
  remove(generation, key);
  generation.answers.set(key, entry);
  generation.characters += key.length + entry.answer.text.length;
  for (const oldest of generation.answers.keys()) {
    if (generation.answers.size <= MAX_RESPONSES && generation.characters <= MAX_CHARACTERS) return;
    remove(generation, oldest);
  }
}

function remove(generation: Generation, key: string): void {
  const removed = generation.answers.get(key);
  if (!removed) return;
  generation.answers.delete(key);
  generation.characters -= key.length + removed.answer.text.length;
}

/** Browsers may keep the response, but must revalidate it on each use. */
export function sendCachedResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, etag }: CachedResponse,
): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'private, no-cache');
  if (isSame(request.headers['if-none-match'], etag)) return reply.status(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}

/** RFC 9110: a list of tags, some of them weak, or `*`. */
const isSame = (wanted = '', etag: string): boolean =>
  wanted.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
