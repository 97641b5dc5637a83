/**
 * The files of a backup: a folder only its owner can enter, with each table's rows as COPY text (`public.users.copy.gz`), the SQL
 * functions (`functions.sql`), the secrets from the data folder, and `manifest.json`. The manifest is written last and lists
 * everything else with its checksum, so an interrupted or damaged backup is recognised before anything is restored.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { StartError } from '../errors/start-error.ts';

export const FUNCTIONS_FILE = 'functions.sql';
const MANIFEST_FILE = 'manifest.json';
const LINE_END = 0x0a;

const name = z.string().regex(/^[\w."-]+$/);
const content = { rows: z.int(), sha256: z.string() };
const manifestSchema = z.object({
  format: z.literal(1),
  product: z.string(),
  postgres: z.string(),
  takenAt: z.iso.datetime(),
  /** The number of the last migration. */
  schema: z.int(),
  /** Referenced tables come first, so rows can be loaded in this order. */
  tables: z.array(z.object({ name, columns: z.array(z.string()), ...content })),
  sequences: z.array(z.object({ name, value: z.int() })),
  functions: z.object({ sha256: z.string() }),
});

export type Manifest = z.output<typeof manifestSchema>;

export interface Content {
  rows: number;
  sha256: string;
}

export const tableFile = (folder: string, table: string): string => join(folder, `${table}.copy.gz`);
export const manifestFile = (folder: string): string => join(folder, MANIFEST_FILE);
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Passes the data through unchanged and reports its row count and checksum. COPY text has one line per row. */
export function createMeter(): { stream: Transform; content: () => Content } {
  const hash = createHash('sha256');
  let rows = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1)) rows += 1;
      done(null, chunk);
    },
  });
  return { stream, content: () => ({ rows, sha256: hash.digest('hex') }) };
}

/** Reads every file listed in the manifest. Throws a StartError if one is missing or differs from what was written. */
export async function checkBackup(folder: string): Promise<Manifest> {
  const text = await readFile(manifestFile(folder), 'utf8').catch(() => {
    throw new StartError(`${folder} does not contain a complete backup: ${MANIFEST_FILE} is missing.`);
  });
  const manifest = manifestSchema.safeParse(parseJson(text));
  if (!manifest.success)
    throw new StartError(`The ${MANIFEST_FILE} in ${folder} is invalid, or a newer version of MovieBooking wrote it.`);
  for (const table of manifest.data.tables) {
    const found = await readContent(tableFile(folder, table.name)).catch((error) => damaged(folder, table.name, error));
    if (found.rows !== table.rows || found.sha256 !== table.sha256) damaged(folder, table.name);
  }
  const functions = await readFile(join(folder, FUNCTIONS_FILE), 'utf8').catch((error) =>
    damaged(folder, 'functions', error),
  );
  if (sha256(functions) !== manifest.data.functions.sha256) damaged(folder, 'functions');
  return manifest.data;
}

async function readContent(file: string): Promise<Content> {
  const { stream, content } = createMeter();
  await pipeline(createReadStream(file), createGunzip(), stream.resume());
  return content();
}

function damaged(folder: string, what: string, cause?: unknown): never {
  const reason = cause instanceof Error ? ` (${cause.message})` : '';
  throw new StartError(`The backup in ${folder} is damaged: the content of ${what} has changed${reason}.`, { cause });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
