import { expect, it, vi } from 'vitest';
import messages from '../../../locales/hi.json' with { type: 'json' };

it("has the verb's number and the order of words in Hindi", async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'hi-IN', dataset: {} } });
  vi.stubGlobal('catalogue', { messages });
  const { describeSelection, seatName, takenByOthers } = await import('./wording.ts');
  expect(takenByOthers(['C4'], false)).toBe('C4 अभी-अभी किसी और ने ले ली। कोई और चुनें।');
  expect(takenByOthers(['C4', 'C5'], false)).toBe('C4 और C5 अभी-अभी किसी और ने ले लीं। कोई और चुनें।');
  expect([1, 2].map((count) => describeSelection(count, '₹250'))).toEqual(['1 सीट चुनी, ₹250।', '2 सीटें चुनीं, ₹250।']);
  expect(seatName('C10', 'available', '₹250', { place: 'companion' })).toBe('रो C, सीट 10, साथी की सीट, खाली, ₹250');
});
