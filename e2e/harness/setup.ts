/** Runs before every file of browser tests. Their modules are loaded once for all files. */
import { afterEach, expect } from 'vitest';
import { useSite } from './api.ts';
import { closePages, describePages } from './user.ts';
import { siteOfWorker } from './worker.ts';

useSite(siteOfWorker());

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(`${task.name}: what its pages showed\n${await describePages()}`);
  expect((await closePages()).join('\n'), 'console errors and warnings').toBe('');
});
