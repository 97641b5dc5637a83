import type { User } from '@moviebooking/contract/accounts';
import { expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../../test/fake-browser.ts';

const asha: User = { id: 1, name: 'Asha', email: 'asha@example.in', role: 'USER' };

test('does not refresh the profile after the session has ended', async () => {
  fakeBrowser();
  const fetched = vi.fn(async () => Response.json({ success: true, data: { user: { ...asha, name: 'Asha Rao' } } }));
  vi.stubGlobal('fetch', fetched);
  const [{ refreshProfile }, session] = await Promise.all([import('./api.ts'), import('../../lib/session.ts')]);
  session.beginSession({ token: 't1', user: asha });
  await refreshProfile('t1');
  expect(session.useSession.getState().user?.name).toBe('Asha Rao');
  session.endSession();
  await refreshProfile('t1');
  expect(fetched).toHaveBeenCalledTimes(1);
});
