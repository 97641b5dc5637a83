import { expect, it } from 'vitest';
import { csvOf } from './csv.ts';

it('quotes what needs it and defuses what a spreadsheet would run', async () => {
  const file = csvOf([
    ['Movie', 'Revenue'],
    ['Say "Cheese", Asha', 1200.5],
    ['=1+1', -3],
  ]);
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(await file.text()).toBe('Movie,Revenue\r\n"Say ""Cheese"", Asha",1200.5\r\n\'=1+1,-3\r\n');
});
