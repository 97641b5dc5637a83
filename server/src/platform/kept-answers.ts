/**
 * Answers that are the same for everyone, kept as finished JSON text. All of them stand on one shelf, which is right for one
 * stamp: a text that the database changes with everything that the answers are made of. A new stamp means a new, empty
 * shelf. An answer is put on the shelf that was there when its reading began, so one that was read before a change is never
 * served after it. The server that makes a change asks for a new shelf itself, before it answers the change; what others
 * change is found by reading the stamp a few times a second while there are requests. So no answer is served that was
 * outdated for a second, whatever happens to connections, and nothing has to be told to this server.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createSharedRead } from './shared-read.ts';

const CONFIRM_AFTER_MS = 200;
/** A request waits for the stamp when it was last confirmed this long ago. */
const CONFIRM_AT_LATEST_MS = 800;
const MOST_ANSWERS = 1000;
const MOST_CHARACTERS = 16_000_000;

export interface KeptAnswer {
  text: string;
  etag: string;
}

export interface FreshAnswer<Answer = unknown> {
  answer: Answer;
  /** How long it is right, counted from when its reading began, as long as the stamp is the same. */
  keepMs: number;
}

export interface KeptAnswers {
  /** Answers that are asked for together are read once. */
  read(key: string, readAnswer: () => Promise<FreshAnswer>): Promise<KeptAnswer>;
  /** What answers are made of has changed, and the change is committed. */
  drop(): void;
}

interface Shelf {
  /** The least recently used one first. */
  answers: Map<string, { answer: KeptAnswer; until: number }>;
  characters: number;
  reading: Map<string, Promise<KeptAnswer>>;
}

export function createKeptAnswers(readStamp: () => Promise<string>): KeptAnswers {
  let shelf = emptyShelf();
  let stamp: string | undefined;
  let confirmedAt = Number.NEGATIVE_INFINITY;
  let isConfirming = false;

  const confirm = createSharedRead(async () => {
    const began = performance.now();
    const current = await readStamp();
    if (current !== stamp) shelf = emptyShelf();
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

  return {
    async read(key, readAnswer) {
      const age = performance.now() - confirmedAt;
      if (age >= CONFIRM_AT_LATEST_MS) await confirm('stamp');
      else if (age >= CONFIRM_AFTER_MS) confirmMeanwhile();
      return find(shelf, key) ?? shelf.reading.get(key) ?? startReading(shelf, key, readAnswer);
    },
    drop() {
      shelf = emptyShelf();
    },
  };
}

const emptyShelf = (): Shelf => ({ answers: new Map(), characters: 0, reading: new Map() });

function find({ answers }: Shelf, key: string): KeptAnswer | undefined {
  const found = answers.get(key);
  if (!found || found.until <= performance.now()) return undefined;
  answers.delete(key);
  answers.set(key, found);
  return found.answer;
}

function startReading(shelf: Shelf, key: string, readAnswer: () => Promise<FreshAnswer>): Promise<KeptAnswer> {
  const began = performance.now();
  const reading = readAnswer()
    .then(({ answer, keepMs }) => {
      const text = JSON.stringify(answer);
      const finished = { text, etag: `"${createHash('sha1').update(text).digest('base64url')}"` };
      keep(shelf, key, { answer: finished, until: began + keepMs });
      return finished;
    })
    .finally(() => shelf.reading.delete(key));
  shelf.reading.set(key, reading);
  return reading;
}

function keep(shelf: Shelf, key: string, entry: { answer: KeptAnswer; until: number }): void {
  remove(shelf, key);
  if (entry.until <= performance.now()) return;
  shelf.answers.set(key, entry);
  shelf.characters += key.length + entry.answer.text.length;
  for (const oldest of shelf.answers.keys()) {
    if (shelf.answers.size <= MOST_ANSWERS && shelf.characters <= MOST_CHARACTERS) return;
    remove(shelf, oldest);
  }
}

function remove(shelf: Shelf, key: string): void {
  const removed = shelf.answers.get(key);
  if (!removed) return;
  shelf.answers.delete(key);
  shelf.characters -= key.length + removed.answer.text.length;
}

/** Browsers may keep such an answer too, but ask each time whether it is still the same. */
export function sendKeptAnswer(request: FastifyRequest, reply: FastifyReply, { text, etag }: KeptAnswer): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'private, no-cache');
  if (isSame(request.headers['if-none-match'], etag)) return reply.status(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}

/** As RFC 9110 has it: a list of tags, each perhaps weak, or `*`. */
const isSame = (wanted = '', etag: string): boolean =>
  wanted.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
