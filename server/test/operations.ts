/** Reads every operation of the API from its OpenAPI document. */
import type { Api } from '../src/platform/http/http.ts';

export interface JsonSchema {
  type?: string;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: unknown[];
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  schema: JsonSchema;
}

export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path below /api, with `{id}` for an id. */
  path: string;
  isPublic: boolean;
  parameters: Parameter[];
  body: JsonSchema | undefined;
}

interface Described {
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
}

export function operationsOf(app: Api): Operation[] {
  const paths = (app.swagger().paths ?? {}) as Record<string, Record<string, Described>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      method: method.toUpperCase() as Operation['method'],
      path: path.replace(/^\/api/, ''),
      isPublic: described.security?.length === 0,
      parameters: described.parameters ?? [],
      body: described.requestBody?.content['application/json']?.schema,
    })),
  );
}
