import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataFolder } from './data-folder-lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'data-folder-lock-'));
});
afterEach(() => fs.rm(folder, { recursive: true }));

test('a folder has one owner until the lock is released', async () => {
  const first = await lockDataFolder(folder, folder);
  expect(first).toBeDefined();
  expect(await lockDataFolder(folder, folder)).toBeUndefined();
  await first?.release();
  const next = await lockDataFolder(folder, folder);
  expect(next).toBeDefined();
  await next?.release();
  expect(await fs.readdir(folder)).toEqual([]);
});

test('exactly one of many concurrent attempts takes over the lock of a dead process', async () => {
  for (let round = 0; round < 10; round += 1) {
    await leaveDeadLock('lock-1-00000000.sock');
    const locks = await Promise.all(Array.from({ length: 8 }, () => lockDataFolder(folder, folder)));
    const owners = locks.filter((lock) => lock !== undefined);
    expect(owners).toHaveLength(1);
    await owners[0]?.release();
  }
  expect(await fs.readdir(folder)).toEqual([]);
});

async function leaveDeadLock(name: string) {
  const script = `require('node:net').createServer().listen(${JSON.stringify(path.join(folder, name))}, () => process.kill(process.pid, 'SIGKILL'))`;
  await once(spawn(process.execPath, ['-e', script]), 'exit');
  expect(await fs.readdir(folder)).toEqual([name]);
}
