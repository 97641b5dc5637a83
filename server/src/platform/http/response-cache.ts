/**
 * Answers that are the same for everyone, cached as finished JSON text. They belong to a generation, which is right for one
 * stamp: a text that the database changes with everything that the answers are made of. Another stamp begins a new, empty
 * generation. An answer is added to the generation in which its reading began, so what was read before a change is never
 * served after it. The server that makes a change begins a new generation itself, before it answers the change; what others
 * change is found by reading the stamp a few times a second while there are requests. So no answer is served that was
 * outdated for a second, and this does not depend on any message that could get lost.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createSharedRead } from '../batching/shared-read.ts';

const CONFIRM_AFTER_MS = 200;
/** A request waits for the stamp when it was last confirmed this long ago. */
const CONFIRM_AT_LATEST_MS = 800;
/** Who asks later than this does not get an answer that is being read, but reads anew. */
const SHARE_WITHIN_MS = 500;
const MOST_ANSWERS = 1000;
const MOST_CHARACTERS = 16_000_000;

export interface CachedResponse {
  text: string;
  etag: string;
}

export interface FreshResponse<Answer = unknown> {
  answer: Answer;
  /** How long it is right, counted from when its reading began, as long as the stamp is the same. */
  cacheMs: number;
}

export interface ResponseCache {
  /** Answers that are asked for together are read once. */
  read(key: string, readAnswer: () => Promise<FreshResponse>): Promise<CachedResponse>;
  /** What answers are made of has changed, and the change is committed. */
  drop(): void;
}

interface Generation {
  /** The least recently used one first. */
  answers: Map<string, { answer: CachedResponse; until: number }>;
  characters: number;
  reading: Map<string, Reading>;
}

interface Reading {
  began: number;
  answer: Promise<CachedResponse>;
}

/** `variant`: whatever the edge still changes in the texts it sends depends on this; the ETags do too. */
export function createResponseCache(readStamp: () => Promise<string>, variant = ''): ResponseCache {
  let generation = newGeneration();
  let stamp: string | undefined;
  let confirmedAt = Number.NEGATIVE_INFINITY;
  let isConfirming = false;

  const confirm = createSharedRead(async () => {
    const began = performance.now();
    const current = await readStamp();
    if (current !== stamp) generation = newGeneration();
    stamp = current;
    confirmedAt = began;
  });

  function confirmMeanwhile(): void {
    if (isConfirming) return;
    isConfirming = true;
    confirm('stamp')
      .catch(() => {})
      .finally(() => {
        isConfirming = false;
      });
  }

  function finish({ answer, cacheMs }: FreshResponse) {
    const text = JSON.stringify(answer);
    const etag = `"${createHash('sha1').update(variant).update(text).digest('base64url')}"`;
    return { answer: { text, etag }, cacheMs };
  }

  return {
    async read(key, readAnswer) {
      const age = performance.now() - confirmedAt;
      if (age >= CONFIRM_AT_LATEST_MS) await confirm('stamp');
      else if (age >= CONFIRM_AFTER_MS) confirmMeanwhile();
      return (
        findCached(generation, key) ??
        findReading(generation, key) ??
        startReading(generation, key, async () => finish(await readAnswer()))
      );
    },
    drop() {
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
    if (generation.answers.size <= MOST_ANSWERS && generation.characters <= MOST_CHARACTERS) return;
    remove(generation, oldest);
  }
}

function remove(generation: Generation, key: string): void {
  const removed = generation.answers.get(key);
  if (!removed) return;
  generation.answers.delete(key);
  generation.characters -= key.length + removed.answer.text.length;
}

/** Browsers may keep such an answer too, but ask each time whether it is still the same. */
export function sendCachedResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, etag }: CachedResponse,
): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'private, no-cache');
  if (isSame(request.headers['if-none-match'], etag)) return reply.status(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}

/** As RFC 9110 has it: a list of tags, each perhaps weak, or `*`. */
const isSame = (wanted = '', etag: string): boolean =>
  wanted.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
