import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { findChange, takeSnapshot } from './sources.mjs';

const folder = mkdtempSync(path.join(os.tmpdir(), 'moviebooking-sources-'));
const file = (name) => path.join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

describe('a watched folder', () => {
  let before;

  const change = () => findChange(before, takeSnapshot([folder]));

  beforeEach(() => {
    mkdirSync(file('seats'), { recursive: true });
    writeFileSync(file('seats/hold.ts'), 'one');
    before = takeSnapshot([folder]);
  });

  it('is unchanged if no file changed', () => {
    expect(change()).toBeUndefined();
  });

  it('has changed each time an editor replaces a file by rename', () => {
    for (const text of ['two', 'six', 'ten']) {
      writeFileSync(file('seats/.hold.swp'), text);
      renameSync(file('seats/.hold.swp'), file('seats/hold.ts'));
      expect(change()).toBe(file('seats/hold.ts'));
      before = takeSnapshot([folder]);
    }
  });

  it('has changed when a file is edited in place, added in a new folder or deleted', () => {
    writeFileSync(file('seats/hold.ts'), 'longer');
    expect(change()).toBe(file('seats/hold.ts'));

    before = takeSnapshot([folder]);
    mkdirSync(file('lines'), { recursive: true });
    writeFileSync(file('lines/enter.sql'), 'select 1');
    expect(change()).toBe(file('lines/enter.sql'));

    before = takeSnapshot([folder]);
    rmSync(file('lines/enter.sql'));
    expect(change()).toBe(file('lines/enter.sql'));
  });

  it("ignores tests and editors' temporary files", () => {
    writeFileSync(file('seats/hold.test.ts'), 'a test');
    writeFileSync(file('seats/hold.ts~'), 'a backup');
    expect(change()).toBeUndefined();
  });
});
