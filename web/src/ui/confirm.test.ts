import { expect, test } from 'vitest';
import { confirm, questions } from './confirm.ts';

const question = (title: string) => ({ title, message: 'Are you sure?', confirmLabel: 'Delete' });

test('questions asked at once are shown and answered one after the other', async () => {
  const first = confirm(question('first'));
  const second = confirm(question('second'));
  expect(questions.current()?.title).toBe('first');
  questions.answer(true);
  expect(questions.current()?.title).toBe('second');
  questions.answer(false);
  expect(await Promise.all([first, second])).toEqual([true, false]);
  expect(questions.current()).toBeNull();
});
