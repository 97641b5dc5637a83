/** The OpenAPI document, generated from the schemas, at /api/docs/json, and a page to browse it at /api/docs. */
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { failure } from '@moviebooking/contract/errors';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { RateLimits } from '../security/rate-limits.ts';
import { compressOnce } from './compress-once.ts';
import type { Api } from './http.ts';

const TAGS = [
  { name: 'Health', description: 'For whoever watches the server.' },
  { name: 'Accounts', description: 'Signing up, logging in and out, and the profile of whoever is logged in.' },
  { name: 'Movies', description: 'What is shown. Everyone reads, administrators write.' },
  { name: 'Cinemas', description: 'Where it is shown. Everyone reads, administrators write.' },
  { name: 'Screens', description: 'The rooms of the cinemas. Everyone reads, administrators write.' },
  { name: 'Shows', description: 'A movie on a screen at a time for a price. Everyone reads, administrators write.' },
  { name: 'Bookings', description: 'Seats of a show, and the bookings of whoever is logged in.' },
  { name: 'Waitlist', description: 'Waiting for seats of a show, and the offers of seats that come free.' },
  { name: 'Administration', description: 'For administrators only; staff check tickets in.' },
];

/** Numbers sent as text, as in queries, are documented as numbers: `inDocument` in contract/src/http.ts. */
const zodToJsonConfig = {
  override({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) {
    const { inDocument } = jsonSchema;
    if (typeof inDocument !== 'object' || inDocument === null) return;
    delete jsonSchema.inDocument;
    delete jsonSchema.pattern;
    Object.assign(jsonSchema, inDocument);
  },
};

const describeObject = createJsonSchemaTransformObject({ zodToJsonConfig });

/**
 * The plugin lists each named schema as input and as output. This removes those without references and sorts the rest by name,
 * so that the order does not depend on which module was loaded first.
 */
function describeDocument(document: Parameters<typeof describeObject>[0]): ReturnType<typeof describeObject> {
  const described = describeObject(document);
  if (!('components' in described)) return described;
  const schemas = described.components?.schemas ?? {};
  const used = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name]);
    }
  };
  follow(described.paths);
  for (const name of Object.keys(schemas).toSorted()) {
    const schema = schemas[name];
    delete schemas[name];
    if (schema && used.has(name)) schemas[name] = schema;
  }
  return described;
}

export async function registerOpenApi(app: Api): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'MovieBooking',
        version: '1',
        description: 'Cinemas, movies, shows, seats and bookings.',
        contact: { name: 'MovieBooking' },
        license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      },
      tags: TAGS,
      servers: [{ url: '/' }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig }),
    transformObject: describeDocument,
  });
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api') || !route.schema || route.schema.hide) return;
    const isPublic = route.config?.access === 'public';
    const responses = route.schema.response as Record<string, unknown> | undefined;
    route.schema = {
      ...route.schema,
      security: isPublic ? [] : [{ token: [] }],
      response: { ...responses, '4xx': failure, '5xx': failure },
    };
  });
}

/** Only the documentation page may use inline styles. */
const DOCS_POLICY =
  "default-src 'self'; base-uri 'none'; frame-ancestors 'none'; img-src 'self' data:; object-src 'none'; style-src 'self' 'unsafe-inline'";

/** Call it before registering the plugin that compresses each response. */
export async function registerApiBrowser(app: Api, limits: RateLimits): Promise<void> {
  await app.register(async (docs: Api) => {
    docs.addHook('onRequest', async ({ ip }) => limits.take('request', ip));
    compressOnce(docs);
    await docs.register(fastifySwaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: DOCS_POLICY,
      theme: { title: 'MovieBooking API' },
    });
  });
}
