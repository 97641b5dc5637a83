import type { User } from '@moviebooking/contract/accounts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../test/fake-browser.ts';

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
  test('authenticates with a stored token and user', () => {
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

  test('does not log anyone in from auth-storage alone', () => {
    browser.stored.set('auth-storage', JSON.stringify({ state: { token: 't1', user: asha, isAuthenticated: true } }));
    session.startSession();
    expect(session.useSession.getState().isAuthenticated).toBe(false);
  });
});

test('logging in stores the token, the user and the session; logging out removes them', () => {
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

test('remembers whose session ended last, and whether the server ended it', () => {
  store('t1', JSON.stringify(asha));
  session.startSession();
  expect(session.useSession.getState()).toMatchObject({ hasExpired: false, lastUserId: null });
  session.expireSession('t0');
  expect(session.useSession.getState()).toMatchObject({ token: 't1', lastUserId: null });
  session.expireSession('t1');
  expect(session.useSession.getState()).toMatchObject({ token: null, hasExpired: true, lastUserId: asha.id });
  session.beginSession({ token: 't2', user: ravi });
  session.endSession();
  expect(session.useSession.getState()).toMatchObject({ token: null, hasExpired: false, lastUserId: ravi.id });
});

describe('other tabs', () => {
  beforeEach(() => {
    store('t1', JSON.stringify(asha));
    session.startSession();
  });

  test('log this tab out when they log out', () => {
    browser.stored.delete('authToken');
    browser.changeFromOtherTab('authToken');
    expect(session.useSession.getState()).toMatchObject({ isAuthenticated: false, lastUserId: asha.id });
  });

  test('log out while this tab refreshes its user, who does not stay stored', () => {
    session.refreshUser('t1', { ...asha, name: 'Asha Rao' });
    browser.stored.delete('authToken');
    browser.changeFromOtherTab('authToken');
    expect(browser.stored.has('user')).toBe(false);
  });

  test('log out and in again, and keep the user they are just storing', () => {
    browser.stored.delete('authToken');
    store(null, JSON.stringify(ravi));
    browser.changeFromOtherTab('authToken');
    expect(browser.stored.has('user')).toBe(true);
  });

  test('log this tab in as another user', () => {
    store('t2', JSON.stringify(ravi));
    browser.changeFromOtherTab('authToken');
    expect(session.useSession.getState()).toMatchObject({ token: 't2', user: ravi });
  });

  test('log this page out when it returns from the back/forward cache', () => {
    browser.stored.delete('authToken');
    browser.comeBackTo();
    expect(session.useSession.getState().isAuthenticated).toBe(false);
  });

  test('log this tab out by clearing the storage', () => {
    browser.stored.clear();
    browser.changeFromOtherTab(null);
    expect(session.useSession.getState().isAuthenticated).toBe(false);
  });
});

test('ignores a fresh profile of a user who has logged out', () => {
  session.beginSession({ token: 't2', user: ravi });
  session.refreshUser('t1', asha);
  expect(session.useSession.getState().user).toEqual(ravi);
});

test('stores no fresh profile after a logout in another tab, even before its event arrives', () => {
  session.beginSession({ token: 't1', user: asha });
  localStorage.removeItem('authToken');
  localStorage.removeItem('user');
  session.refreshUser('t1', ravi);
  expect(localStorage.getItem('user')).toBeNull();
});
