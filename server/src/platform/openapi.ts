/** The API described by its own schemas: the document at /api/docs/json and a page to browse it at /api/docs. */
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { failure } from '@moviebooking/contract/errors';
import { createJsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { Api } from './http.ts';

export async function registerOpenApi(app: Api): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'MovieBooking', version: '1', description: 'Cinemas, movies, shows, seats and bookings.' },
      servers: [{ url: '/' }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: createJsonSchemaTransform({}),
    transformObject: jsonSchemaTransformObject,
  });
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api') || !route.schema || route.schema.hide) return;
    const isPublic = route.config?.access === 'public';
    const responses = route.schema.response as Record<string, unknown> | undefined;
    route.schema = {
      ...route.schema,
      ...(isPublic ? {} : { security: [{ token: [] }] }),
      response: { ...responses, '4xx': failure, '5xx': failure },
    };
  });
}

/** The documentation's own page styles itself inline; nothing else may. */
const DOCS_POLICY =
  "default-src 'self'; base-uri 'none'; frame-ancestors 'none'; img-src 'self' data:; object-src 'none'; style-src 'self' 'unsafe-inline'";

export async function registerApiBrowser(app: Api): Promise<void> {
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: DOCS_POLICY,
    theme: { title: 'MovieBooking API' },
  });
}
