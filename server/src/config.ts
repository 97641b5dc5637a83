/** Reads the environment once into a frozen object. No other module of the server reads process.env. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { personName } from '@moviebooking/contract/accounts';
import { z } from 'zod';
import { brandColours, problemOfBrandName, readLogo } from './brand-settings.ts';
import { findMisspelled } from './misspelled-settings.ts';
import { messageOf, StartError } from './platform/errors/start-error.ts';
import { PRODUCT_NAME } from './platform/http/brand.ts';
import { isNetwork, type TrustedProxies } from './platform/security/client-address.ts';

const LOOPBACK_HOSTS = ['127.0.0.1', '::1'];

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const seconds = (fallback: number, max: number) => wholeNumber(1, max).default(fallback);

function decimal(min: number, max: number) {
  const message = `must be a number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}(\.\d{1,9})?$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
}

function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
}

const secret = z.string().min(32, 'must have at least 32 characters');
const secretList = z
  .string()
  .transform((list) => list.split(',').map((one) => one.trim()))
  .refine(
    (list) => list.every((one) => one.length >= 32),
    'must be secrets of at least 32 characters, separated by commas',
  )
  .default([]);

/** Divides the connections among the workers. Each needs a minimum. */
const perWorker = (size: number, workers: number, least: number) => Math.max(least, Math.ceil(size / workers));
const SMALLEST_POOLS = { database: 2, ledger: 6 };

const keysOf = (current: string | undefined, previous: string[]) =>
  current === undefined ? undefined : { current, previous };

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-IN', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const isPostgresUrl = (value: string) => URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol);
/** The parameters of the URL name a Unix socket. */
const serverOf = ({ hostname, port, searchParams }: URL) =>
  `${searchParams.get('host') ?? hostname}:${searchParams.get('port') ?? (port || '5432')}`;
const isPublicUrl = (value: string) => {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
};
const isHttpUrl = (value: string) => /^https?:$/.test(URL.parse(value)?.protocol ?? '');
const isSmtpUrl = (value: string) => {
  const url = URL.parse(value);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
};
/** `tickets@example.com` or `Regal Cinemas <tickets@example.com>`. */
const isSender = (value: string) =>
  /^[^\p{Cc}<>]*<([^\s<>]+)>$|^([^\s<>]+)$/u
    .exec(value)
    ?.slice(1)
    .some((address) => address && z.email().safeParse(address).success) ?? false;
/** The brand is the sender's name, unless MAIL_FROM has one. */
const senderOf = (address: string, brand: string | undefined) =>
  brand === undefined || address.includes('<') ? address : `"${brand.replace(/["\\]/g, "'")}" <${address}>`;
const isOrigin = (value: string) => URL.canParse(value) && new URL(value).origin === value;

/** `true` means one hop. */
function trustedProxies(value: string): TrustedProxies {
  if (value === 'false' || value === '0') return false;
  if (value === 'true') return 1;
  return /^\d+$/.test(value) ? Number(value) : value.split(',').map((network) => network.trim());
}
const isTrustedProxies = (value: string) =>
  /^(true|false|\d|1\d)$/.test(value) ||
  (!/^\d+$/.test(value) && value.split(',').every((part) => isNetwork(part.trim())));

/** Converts a value, and reports the sentence that the conversion throws. */
const converted = <Value>(convert: (text: string) => Value) =>
  z.string().transform((text, context) => {
    try {
      return convert(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: messageOf(error) });
      return z.NEVER;
    }
  });

/** All variables. `.env.example` lists the same ones. */
export const variables = z.object({
  PORT: wholeNumber(0, 65535).default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be an address to listen on, such as 127.0.0.1 or 0.0.0.0')
    // For `localhost`, Fastify may open a second server without live connections and limits.
    .transform((host) => (host === 'localhost' ? '127.0.0.1' : host))
    .default('127.0.0.1'),
  WORKERS: wholeNumber(1, 64).default(1),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.string().refine(isPostgresUrl, 'must look like postgres://user:password@host:5432/name').optional(),
  DATABASE_OWNER_URL: z
    .string()
    .refine(isPostgresUrl, 'must look like postgres://owner:password@host:5432/name')
    .optional(),
  DATABASE_DIRECT_URL: z
    .string()
    .refine(isPostgresUrl, 'must look like postgres://user:password@host:5432/name')
    .optional(),
  DATABASE_PREPARED: z.enum(['on', 'off']).optional(),
  DATABASE_POOL_SIZE: wholeNumber(SMALLEST_POOLS.database, 1000).default(10),
  LEDGER_POOL_SIZE: wholeNumber(SMALLEST_POOLS.ledger, 1000).default(14),
  JWT_SECRET: secret.optional(),
  JWT_SECRET_PREVIOUS: secretList,
  TICKET_SECRET: secret.optional(),
  TICKET_SECRET_PREVIOUS: secretList,
  ADMIN_EMAIL: z.email('must be an email address').optional(),
  ADMIN_PASSWORD: z.string().min(10, 'must have at least 10 characters').max(128).optional(),
  ADMIN_NAME: z
    .string()
    .refine(
      (name) => personName.safeParse(name).success,
      'must have 1 to 100 characters, none of them invisible, and not be the name of deleted accounts',
    )
    .default('Administrator'),
  REQUIRE_TOTP: z.enum(['off', 'admin']).default('off'),
  SEED_DEMO: flag.optional(),
  HOLD_SECONDS: seconds(300, 86_400),
  HOLD_MAX_SECONDS: seconds(900, 86_400),
  HOLD_GRACE_SECONDS: seconds(20, 3600),
  OFFER_MINUTES: decimal(0.01, 1440).default(15),
  ACCESSIBLE_RELEASE_HOURS: decimal(0, 168).default(2),
  REMINDER_HOURS: decimal(0, 168).default(3),
  SEATS_PER_CUSTOMER: wholeNumber(0, 100).default(0),
  ROOM_LIMIT: wholeNumber(0, 100_000).default(0),
  ROOM_MINUTES: wholeNumber(1, 1440).default(15),
  TIME_ZONE: z.string().refine(isTimeZone, 'must be a time zone such as Asia/Kolkata').default('Asia/Kolkata'),
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: z
    .string()
    .refine(isTrustedProxies, 'must be true, a number of hops, or networks such as 10.0.0.0/8, separated by commas')
    .transform(trustedProxies)
    .default(false),
  PUBLIC_URL: z
    .string()
    .refine(isPublicUrl, 'must be an address without a path, such as https://tickets.example.com')
    .transform((value) => new URL(value).origin)
    .optional(),
  CORS_ORIGIN: z
    .string()
    .transform((list) => list.split(',').map((origin) => origin.trim()))
    .refine((origins) => origins.every(isOrigin), 'must be origins such as https://example.com, separated by commas')
    .default([]),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  SMTP_URL: z.string().refine(isSmtpUrl, 'must look like smtp://user:password@host:587 or smtps://host').optional(),
  MAIL_FROM: z
    .string()
    .refine(isSender, 'must be an email address, such as Regal Cinemas <tickets@example.com>')
    .optional(),
  BRAND_NAME: converted((text) => {
    const name = text.trim();
    const problem = problemOfBrandName(name);
    if (problem) throw new Error(problem);
    return name;
  }).optional(),
  BRAND_LOGO: converted((file) => readLogo(resolve(file))).optional(),
  BRAND_COLOUR: converted((colour) => {
    if (!/^#[\da-f]{6}$/i.test(colour)) throw new Error('must be a colour such as #7a1f5c');
    return brandColours(colour.toLowerCase());
  }).optional(),
  AUDIT_DAYS: wholeNumber(1, 36_500).default(365),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(isHttpUrl, 'must be the address of a collector, such as http://127.0.0.1:4318')
    .optional(),
  OTEL_SERVICE_NAME: z.string().max(100).default('moviebooking'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/, 'must be a number from 0 to 1')
    .transform(Number)
    .default(1),
});

const environment = variables
  .superRefine((env, context) => {
    const reject = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    if (env.HOLD_MAX_SECONDS < env.HOLD_SECONDS) reject('HOLD_MAX_SECONDS', 'must not be less than HOLD_SECONDS');
    for (const name of ['JWT_SECRET', 'TICKET_SECRET'] as const) {
      if (env[`${name}_PREVIOUS`].length > 0 && !env[name]) reject(name, `is needed when ${name}_PREVIOUS is set`);
    }
    const url = URL.parse(env.DATABASE_URL ?? '');
    const ownerUrl = URL.parse(env.DATABASE_OWNER_URL ?? '');
    const directUrl = URL.parse(env.DATABASE_DIRECT_URL ?? '');
    if (ownerUrl && (!url || ['', ownerUrl.username].includes(url.username)))
      reject('DATABASE_OWNER_URL', 'needs a DATABASE_URL with a different user');
    else if (ownerUrl && url && directUrl && serverOf(ownerUrl) === serverOf(url))
      reject('DATABASE_OWNER_URL', 'must bypass the pooler of DATABASE_URL, like DATABASE_DIRECT_URL');
    if (directUrl && directUrl.username !== url?.username)
      reject('DATABASE_DIRECT_URL', 'needs a DATABASE_URL with the same user');
    else if (directUrl && url && serverOf(directUrl) === serverOf(url))
      reject('DATABASE_DIRECT_URL', 'must bypass the pooler of DATABASE_URL, but has the same host and port');
    if (env.ADMIN_PASSWORD && !env.ADMIN_EMAIL) reject('ADMIN_EMAIL', 'is needed when ADMIN_PASSWORD is set');
    if (env.SMTP_URL && !env.MAIL_FROM) reject('MAIL_FROM', 'is needed when SMTP_URL is set');
    if (env.MAIL_FROM && !env.SMTP_URL) reject('SMTP_URL', 'is needed when MAIL_FROM is set');
  })
  .transform((env) => ({
    port: env.PORT,
    host: env.HOST,
    isLoopbackOnly: LOOPBACK_HOSTS.includes(env.HOST),
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    databasePrepared: env.DATABASE_PREPARED ? env.DATABASE_PREPARED === 'on' : env.DATABASE_DIRECT_URL === undefined,
    workers: env.WORKERS,
    databasePoolSize: perWorker(env.DATABASE_POOL_SIZE, env.WORKERS, SMALLEST_POOLS.database),
    ledgerPoolSize: perWorker(env.LEDGER_POOL_SIZE, env.WORKERS, SMALLEST_POOLS.ledger),
    jwtSecrets: keysOf(env.JWT_SECRET, env.JWT_SECRET_PREVIOUS),
    ticketSecrets: keysOf(env.TICKET_SECRET, env.TICKET_SECRET_PREVIOUS),
    requireTotp: env.REQUIRE_TOTP === 'admin',
    admin: env.ADMIN_EMAIL ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD, name: env.ADMIN_NAME } : undefined,
    seedDemo: env.SEED_DEMO ?? env.DATABASE_URL === undefined,
    holdSeconds: env.HOLD_SECONDS,
    holdMaxSeconds: env.HOLD_MAX_SECONDS,
    holdGraceSeconds: env.HOLD_GRACE_SECONDS,
    offerMinutes: env.OFFER_MINUTES,
    reminderHours: env.REMINDER_HOURS,
    accessibleReleaseHours: env.ACCESSIBLE_RELEASE_HOURS,
    seatsPerCustomer: env.SEATS_PER_CUSTOMER,
    roomLimit: env.ROOM_LIMIT,
    roomMinutes: env.ROOM_MINUTES,
    timeZone: env.TIME_ZONE,
    rateLimit: env.RATE_LIMIT === 'on',
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    publicUrl: env.PUBLIC_URL,
    corsOrigins: env.CORS_ORIGIN,
    metricsToken: env.METRICS_TOKEN,
    mail:
      env.SMTP_URL && env.MAIL_FROM
        ? {
            smtpUrl: env.SMTP_URL,
            from: senderOf(env.MAIL_FROM, env.BRAND_NAME),
            publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
          }
        : undefined,
    brand: { name: env.BRAND_NAME ?? PRODUCT_NAME, logo: env.BRAND_LOGO, colours: env.BRAND_COLOUR },
    auditDays: env.AUDIT_DAYS,
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
          serviceName: env.OTEL_SERVICE_NAME,
          ratio: env.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
    webRoot: fileURLToPath(new URL('../../web/dist', import.meta.url)),
  }));

export type Config = Readonly<z.output<typeof environment>>;

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (parsed.success) return Object.freeze(parsed.data);
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
  throw new StartError(`Correct these environment variables:\n${faults.join('\n')}`);
}

/** Reads the process's environment, plus variables from a `.env` file in the working directory. */
export function loadConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readConfig(process.env);
}

/** Returns a warning for each variable that is probably a misspelled setting. Call it after `loadConfig`. */
export const misspelledSettings = (env: NodeJS.ProcessEnv = process.env): string[] =>
  findMisspelled(Object.keys(env), Object.keys(variables.shape)).map(
    ({ name, meant }) => `${name} is not a setting and has no effect. Did you mean ${meant}?`,
  );
