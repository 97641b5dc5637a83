import { ERRORS, type ErrorCode, failure } from '@moviebooking/contract/errors';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recordSenderHeartbeat } from '../src/features/outbox/outbox.ts';
import { factoryFor, fromNow, HOUR_MS } from './factory.ts';
import { type JsonSchema, type Operation, operationsOf } from './operations.ts';
import { openTestApp } from './test-app.ts';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2000);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
const AT_ONCE = 8;

const testApp = await openTestApp();
await recordSenderHeartbeat(testApp.db);
const customer = await testApp.addUser();
const admin = await testApp.addUser({ role: 'ADMIN' });
/** A user who only logs out. */
const leaver = await testApp.addUser();
const make = factoryFor(testApp.db);
for (const title of ['One', 'Two', 'Three']) {
  const showId = await make.show({ movieId: await make.movie(title) });
  await make.booking({ showId, userId: customer.id, seats: ['A1', 'A2'] });
  await make.hold(showId, customer.id, 'B1', fromNow(HOUR_MS));
}

const oddNumbers = [
  0,
  -0,
  1,
  -1,
  0.1,
  1.005,
  600,
  601,
  1000,
  1001,
  100_000,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53,
  1e308,
  -1e308,
];
const oddTexts = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'a\udfac',
    '%',
    '_',
    '\\',
    "'",
    '"',
    '\u202e',
    '\ud83c\udfac',
    'İ',
    'ß',
    '\ufeff',
    '\r\n',
    '{}',
    'null',
  ],
  ...['1e3', '0x10', '5abc', '01', '-1', '1.5', '99999999999999999999', 'NaN', 'Infinity', '2026-02-30', '9999-12-31'],
  ...['1970-01-01', '0001-01-01', '2026-11-15T13:30:00+05:30', '9999-12-31T23:59:59.999Z', '-000001-01-01T00:00:00Z'],
  ...[
    "'; drop table bookings; --",
    '<script>alert(1)</script>',
    'javascript:alert(1)',
    '//host/x',
    '__proto__',
    '#{x}',
  ],
  ...['x'.repeat(101), 'x'.repeat(2001), 'ä'.repeat(5000)],
];
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...oddNumbers),
  fc.constantFrom(...oddTexts),
  fc.constantFrom(null, true, false, [], {}, [[]], { id: 1 }, ['A1', 'A1'], { toString: 'x' }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Mostly fits the schema, so that many requests succeed. */
function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object': {
      const properties = schema.properties ?? {};
      return fc.record(
        Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, loosely(property)])),
        {
          requiredKeys: [],
        },
      );
    }
    case 'array':
      return fc.array(loosely(schema.items ?? {}), { maxLength: 8 });
    case 'integer':
      return fc.oneof(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 2 ** 31 }),
        fc.constantFrom(schema.minimum ?? 0, schema.maximum ?? 1),
      );
    case 'number':
      return fc.integer({ min: 0, max: 10_000_000 }).map((paise) => paise / 100);
    case 'string': {
      if (schema.format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
      if (schema.format === 'date')
        return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
      if (schema.pattern)
        return fc.oneof(fc.integer({ min: 1, max: 12 }).map(String), fc.stringMatching(new RegExp(schema.pattern)));
      return fc.string({ unit: 'binary', maxLength: Math.min(schema.maxLength ?? 50, 300) });
    }
    default:
      return oddValue;
  }
}

const loosely = (schema: JsonSchema): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 5, arbitrary: fitting(schema) }, { weight: 1, arbitrary: oddValue });

const inAddress = (value: unknown): string =>
  encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed());

interface FuzzRequest {
  method: Operation['method'];
  url: string;
  headers: Record<string, string>;
  payload?: string;
}

/** Protects the administrator, who must keep the role. Everyone else can get any role. */
const exceptAdmin = (path: string, ids: Record<string, unknown>) =>
  path === '/admin/users/{id}' && typeof ids.id !== 'object' && Number(ids.id) === admin.id ? { id: customer.id } : ids;

function requestsTo({ method, path, parameters, body }: Operation): fc.Arbitrary<FuzzRequest> {
  const named = (place: 'path' | 'query') =>
    fc.record(
      Object.fromEntries(parameters.filter((one) => one.in === place).map((one) => [one.name, loosely(one.schema)])),
      place === 'path' ? {} : { requiredKeys: [] },
    );
  const bodies = body
    ? fc.oneof(
        { weight: 12, arbitrary: fc.record({ sent: fitting(body), extra: fc.option(oddValue) }).map(withExtra) },
        { weight: 1, arbitrary: oddValue.map((value) => JSON.stringify(value)) },
        {
          weight: 1,
          arbitrary: fc.constantFrom('', '{', '{"a":', 'null', '{"__proto__":{"role":"ADMIN"}}', '['.repeat(3000), 'x'),
        },
      )
    : fc.constant(undefined);
  const otherTokens = path.startsWith('/auth/logout') ? [] : [customer.token];
  return fc
    .record({
      ids: named('path').map((ids) => exceptAdmin(path, ids)),
      query: named('query'),
      repeated: fc.integer({ min: 0, max: 20 }),
      payload: bodies,
      type: fc.oneof(
        { weight: 20, arbitrary: fc.constant('application/json') },
        { weight: 1, arbitrary: fc.constantFrom('text/plain', 'application/x-www-form-urlencoded', 'nonsense') },
      ),
      token: fc.oneof(
        { weight: 12, arbitrary: fc.constant(path.startsWith('/auth/logout') ? leaver.token : admin.token) },
        { weight: 2, arbitrary: fc.constantFrom(...otherTokens, '', 'nonsense', 'a.b.c') },
      ),
    })
    .map(({ ids, query, repeated, payload, type, token }) => {
      const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => inAddress(ids[name]) || '%FF');
      const pairs = Object.entries(query).map(([name, value]) => `${name}=${inAddress(value)}`);
      if (repeated === 0 && pairs[0]) pairs.push(pairs[0]);
      if (repeated === 1) pairs.push('page=%FF', '%=1');
      return {
        method,
        url: `/api${address}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(payload === undefined ? {} : { 'content-type': type }),
        },
        ...(payload === undefined ? {} : { payload }),
      };
    });
}

const withExtra = ({ sent, extra }: { sent: unknown; extra: unknown }): string =>
  JSON.stringify(extra === null ? sent : { ...(sent as object), extra, role: 'ADMIN', id: 1 });

let successes = 0;

async function judge(request: FuzzRequest): Promise<string | undefined> {
  const response = await testApp.app.inject(request);
  const answered = `${response.statusCode} ${response.body.slice(0, 300)}`;
  if (response.statusCode >= 500 && response.json().code !== 'MAIL_OFF') return answered;
  if (response.statusCode < 400) {
    successes += 1;
    const isWhole = request.url.includes('.csv') || response.json().success === true;
    return isWhole ? undefined : answered;
  }
  const refusal = failure.safeParse(response.json());
  const fits = refusal.success && ERRORS[refusal.data.code as ErrorCode].status === response.statusCode;
  return fits ? undefined : answered;
}

it(`answers ${REQUESTS} random requests without a 5xx, and every error fits the contract (seed ${SEED})`, async () => {
  const operations = operationsOf(testApp.app);
  const each = Math.ceil(REQUESTS / operations.length);
  const samples = operations.map((operation) => fc.sample(requestsTo(operation), { numRuns: each, seed: SEED }));
  const requests = Array.from({ length: each }, (_, index) => samples.map((sample) => sample[index])).flat();
  const problems: string[] = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let request = requests.pop(); request; request = requests.pop()) {
        const problem = await judge(request);
        if (problem) problems.push(`${JSON.stringify(request).slice(0, 600)}\n  → ${problem}`);
      }
    }),
  );
  expect(problems.slice(0, 5).join('\n'), `${problems.length} problems`).toBe('');
  expect(successes, 'requests that succeeded').toBeGreaterThan(REQUESTS / 5);
}, 600_000);
