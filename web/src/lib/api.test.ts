import type { User } from '@moviebooking/contract/accounts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../test/fake-browser.ts';

const asha: User = { id: 1, name: 'Asha', email: 'asha@example.in', role: 'USER' };
const refused = { success: false, message: 'Authentication required', code: 'UNAUTHENTICATED', requestId: 'r1' };

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
let api: typeof import('./api.ts');
let session: typeof import('./session.ts');

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });

beforeEach(async () => {
  fakeBrowser();
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  vi.resetModules();
  [api, session] = await Promise.all([import('./api.ts'), import('./session.ts')]);
});

function failureOf(call: Promise<unknown>) {
  return call.then(
    () => expect.unreachable('the call succeeded'),
    (error: unknown) => error as InstanceType<typeof api.ApiError>,
  );
}

test('a call carries the token and the non-empty query parameters', async () => {
  session.beginSession({ token: 't1', user: asha });
  fetched.mockResolvedValue(answer(200, { success: true, data: [] }));
  await api.api.get('/shows', { query: { page: 2, search: '', movieId: undefined } });
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect(url).toBe('/api/shows?page=2');
  expect(init?.headers).toMatchObject({ Authorization: 'Bearer t1' });
});

describe('an answer that boot.js requested early', () => {
  const EARLY_DATE = 'Thu, 01 Jan 1970 01:00:00 GMT';
  const early = (token = 't1', askedAt = Date.now()) => {
    const response = answer(200, { success: true, data: 'early' }, { Date: EARLY_DATE });
    globalThis.earlyAnswer = {
      ...{ url: '/api/movies/1', token, askedAt },
      answer: Promise.resolve({ response, receivedAt: 5 }),
    };
  };
  const movie = async () => (await api.api.get<{ data: string }>('/movies/1')).data;
  beforeEach(() => {
    session.beginSession({ token: 't1', user: asha });
    fetched.mockImplementation(async () => answer(200, { success: true, data: 'asked' }));
  });

  test('goes to the first matching call only, with its arrival time', async () => {
    early();
    const { serverNow } = await import('./server-clock.ts');
    expect(await api.api.get('/movies/1')).toMatchObject({ data: 'early' });
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    expect(serverNow()).toBe(Date.parse(EARLY_DATE) - 5);
    vi.useRealTimers();
    expect(await movie()).toBe('asked');
  });

  test('is not used for another address, for another session or when it is old', async () => {
    early();
    await api.api.get('/movies/2');
    expect(fetched).toHaveBeenCalledTimes(1);
    early('another');
    expect(await movie()).toBe('asked');
    early('t1', Date.now() - 10_001);
    expect(await movie()).toBe('asked');
  });

  test('fails like any other call, and the next call is sent', async () => {
    early();
    if (globalThis.earlyAnswer) globalThis.earlyAnswer.answer = Promise.reject(new TypeError('Failed to fetch'));
    expect(await failureOf(movie())).toMatchObject({ isNetworkFailure: true });
    expect(await movie()).toBe('asked');
  });
});

describe('a 401', () => {
  test('for the token in use ends the session', async () => {
    session.beginSession({ token: 't1', user: asha });
    fetched.mockResolvedValue(answer(401, refused));
    expect(await failureOf(api.api.get('/profile'))).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    expect(session.useSession.getState()).toMatchObject({ isAuthenticated: false, hasExpired: true });
  });

  test('that arrives late for an older token leaves the newer session alone', async () => {
    session.beginSession({ token: 'old', user: asha });
    const late = Promise.withResolvers<Response>();
    fetched.mockReturnValue(late.promise);
    const call = failureOf(api.api.get('/profile'));
    session.endSession();
    session.beginSession({ token: 'new', user: asha });
    late.resolve(answer(401, refused));
    expect(await call).toMatchObject({ status: 401 });
    expect(session.useSession.getState()).toMatchObject({ token: 'new', isAuthenticated: true });
  });

  test('of the login call ends no session', async () => {
    session.beginSession({ token: 't1', user: asha });
    fetched.mockResolvedValue(answer(401, { ...refused, message: 'Invalid email or password' }));
    const error = await failureOf(api.api.post('/auth/login', {}, { token: null }));
    expect(api.messageOf(error, 'Login failed. Please try again.')).toBe('Invalid email or password');
    expect(fetched.mock.calls[0]?.[1].headers).not.toHaveProperty('Authorization');
    expect(session.useSession.getState().isAuthenticated).toBe(true);
  });
});

test.each(['INVALID_CREDENTIALS', 'CODE_REQUIRED', 'INVALID_CODE'])(
  'a 401 %s is about what was typed: the session goes on',
  async (code) => {
    session.beginSession({ token: 't1', user: asha });
    fetched.mockResolvedValue(answer(401, { ...refused, code }));
    expect(await failureOf(api.api.post('/profile/password', {}))).toMatchObject({ status: 401, code });
    expect(session.useSession.getState().isAuthenticated).toBe(true);
  },
);

describe('a failure without a server message shows the fallback', () => {
  test('no network', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    const error = await failureOf(api.api.get('/movies'));
    expect(error.isNetworkFailure).toBe(true);
    expect(api.messageOf(error, 'fallback')).toBe('fallback');
  });

  test.each([
    ['a proxy page', 502, '<html>Bad gateway</html>'],
    ['a success that is no JSON', 200, '<html>'],
    ['a message that is no text', 500, { message: { a: 1 } }],
  ])('%s', async (_, status, body) => {
    fetched.mockResolvedValue(answer(status, body));
    expect(api.messageOf(await failureOf(api.api.get('/movies')), 'fallback')).toBe('fallback');
  });
});

test('a refusal carries fields, conflicts, request id and the time to wait', async () => {
  fetched.mockResolvedValue(
    answer(
      429,
      { ...refused, code: 'RATE_LIMITED', errors: [{ path: 'email', message: 'no' }], conflicts: ['A1'] },
      { 'Retry-After': '12' },
    ),
  );
  expect(await failureOf(api.api.post('/bookings', {}))).toMatchObject({
    errors: [{ path: 'email', message: 'no' }],
    conflicts: ['A1'],
    requestId: 'r1',
    retryAfter: 12,
  });
});

describe('after thirty seconds', () => {
  /** Sends its headers immediately and its body after a minute. */
  const slowly = (signal: AbortSignal | null | undefined) =>
    new Response(
      new ReadableStream({
        start(body) {
          signal?.addEventListener('abort', () => body.error(signal.reason));
          setTimeout(() => {
            body.enqueue(new TextEncoder().encode('{"success":true}'));
            body.close();
          }, 60_000);
        },
      }),
    );
  beforeEach(() => {
    vi.useFakeTimers();
    fetched.mockImplementation(async (_, { signal }) => slowly(signal));
    return () => vi.useRealTimers();
  });

  test('fails a call without a complete answer', async () => {
    const failure = failureOf(api.api.get('/movies'));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await failure).toMatchObject({ isNetworkFailure: true });
  });

  test('keeps downloading a file', async () => {
    const file = api.api.file('/admin/bookings.csv');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await (await file).text()).toBe('{"success":true}');
  });

  test('fails a file of which nothing has arrived', async () => {
    fetched.mockImplementation(
      (_, { signal }) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    );
    const failure = failureOf(api.api.file('/admin/bookings.csv'));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await failure).toMatchObject({ isNetworkFailure: true });
  });
});

test('a call that was aborted is not reported as a network failure', async () => {
  const controller = new AbortController();
  fetched.mockImplementation(async () => {
    controller.abort();
    throw new DOMException('aborted', 'AbortError');
  });
  expect(await failureOf(api.api.get('/movies', { signal: controller.signal }))).toMatchObject({ name: 'AbortError' });
});
