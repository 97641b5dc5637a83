import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findChromium } from './chromium.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'moviebooking-tools-'));
  vi.stubEnv('PATH', folder);
  vi.stubEnv('CHROMIUM_PATH', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function program(name, mode = 0o755) {
  const file = path.join(folder, name);
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, mode);
  return file;
}

it('prefers the headless shell to Chromium, and Chromium to Chrome', () => {
  const chrome = program('google-chrome');
  expect(findChromium()).toBe(chrome);
  const chromium = program('chromium');
  expect(findChromium()).toBe(chromium);
  const shell = program('chromium-headless-shell');
  expect(findChromium()).toBe(shell);
});

it('prefers CHROMIUM_PATH if that file exists', () => {
  const chromium = program('chromium');
  const own = program('my-browser');
  vi.stubEnv('CHROMIUM_PATH', own);
  expect(findChromium()).toBe(own);
  vi.stubEnv('CHROMIUM_PATH', path.join(folder, 'nowhere'));
  expect(findChromium()).toBe(chromium);
});
