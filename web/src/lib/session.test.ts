import type { User } from '@moviebooking/contract/accounts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from './fake-browser.ts';

const asha: User = { id: 1, name: 'Asha', email: 'asha@example.in', role: 'USER' };
const ravi: User = { id: 2, name: 'Ravi', email: 'ravi@example.in', role: 'ADMIN' };

let browser: ReturnType<typeof fakeBrowser>;
let session: typeof import('./session.ts');

beforeEach(async () => {
  browser = fakeBrowser();
  vi.resetModules();
  session = await import('./session.ts');
});

function store(token: string | null, user: string | null) {
  if (token) browser.stored.set('authToken', token);
  if (user) browser.stored.set('user', user);
}

describe('at the start', () => {
  test('a stored token and user make an authenticated session', () => {
    store('t1', JSON.stringify(asha));
    session.startSession();
    expect(session.useSession.getState()).toMatchObject({ token: 't1', user: asha, isAuthenticated: true });
  });

  test.each([
    ['only a token', 't1', null],
    ['only a user', null, JSON.stringify(asha)],
    ['nothing', null, null],
  ])('%s is not a session', (_, token, user) => {
    store(token, user);
    session.startSession();
    expect(session.useSession.getState()).toMatchObject({ token: null, user: null, isAuthenticated: false });
  });

  test.each(['{"id":', 'undefined', 'null', '7', '[]'])('the unreadable user %s is logged and logged out', (user) => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    store('t1', user);
    session.startSession();
    expect(log).toHaveBeenCalledOnce();
    expect(session.useSession.getState()).toMatchObject({ token: null, user: null, isAuthenticated: false });
    expect(browser.stored.has('authToken')).toBe(false);
    expect(browser.stored.has('user')).toBe(false);
    log.mockRestore();
  });

  test('what is persisted under auth-storage alone does not log anybody in', () => {
    browser.stored.set('auth-storage', JSON.stringify({ state: { token: 't1', user: asha, isAuthenticated: true } }));
    session.startSession();
    expect(session.useSession.getState().isAuthenticated).toBe(false);
  });
});

test('logging in stores token and user and persists the session; logging out removes and resets', () => {
  session.beginSession({ token: 't1', user: asha });
  expect(browser.stored.get('authToken')).toBe('t1');
  expect(JSON.parse(browser.stored.get('user') ?? '')).toEqual(asha);
  expect(JSON.parse(browser.stored.get('auth-storage') ?? '').state).toEqual({
    token: 't1',
    user: asha,
    isAuthenticated: true,
  });
  session.endSession();
  expect(browser.stored.has('authToken')).toBe(false);
  expect(browser.stored.has('user')).toBe(false);
  expect(browser.stored.get('auth-storage')).not.toContain('t1');
  expect(session.useSession.getState()).toMatchObject({ isAuthenticated: false, isLoading: false, hasExpired: false });
});

describe('other tabs', () => {
  beforeEach(() => {
    store('t1', JSON.stringify(asha));
    session.startSession();
  });

  test('a logout there is a logout here', () => {
    browser.stored.delete('authToken');
    browser.changeFromOtherTab('authToken');
    expect(session.useSession.getState().isAuthenticated).toBe(false);
  });

  test('a user refreshed here while the other tab logged out does not stay stored', () => {
    session.refreshUser('t1', { ...asha, name: 'Asha Rao' });
    browser.stored.delete('authToken');
    browser.changeFromOtherTab('authToken');
    expect(browser.stored.has('user')).toBe(false);
  });

  test('a logout there leaves alone the user of the session that is being written there', () => {
    browser.stored.delete('authToken');
    store(null, JSON.stringify(ravi));
    browser.changeFromOtherTab('authToken');
    expect(browser.stored.has('user')).toBe(true);
  });

  test('a login as another user there counts here too', () => {
    store('t2', JSON.stringify(ravi));
    browser.changeFromOtherTab('authToken');
    expect(session.useSession.getState()).toMatchObject({ token: 't2', user: ravi });
  });

  test('a logout while this page was only kept by the browser counts when it comes back', () => {
    browser.stored.delete('authToken');
    browser.comeBackTo();
    expect(session.useSession.getState().isAuthenticated).toBe(false);
  });

  test('storage that is cleared as a whole is a logout', () => {
    browser.stored.clear();
    browser.changeFromOtherTab(null);
    expect(session.useSession.getState().isAuthenticated).toBe(false);
  });
});

test('a fresh profile of a user who has logged out meanwhile changes nothing', () => {
  session.beginSession({ token: 't2', user: ravi });
  session.refreshUser('t1', asha);
  expect(session.useSession.getState().user).toEqual(ravi);
});

test('a fresh profile that arrives before the news of a logout in another tab stores nothing', () => {
  session.beginSession({ token: 't1', user: asha });
  localStorage.removeItem('authToken');
  localStorage.removeItem('user');
  session.refreshUser('t1', ravi);
  expect(localStorage.getItem('user')).toBeNull();
});
