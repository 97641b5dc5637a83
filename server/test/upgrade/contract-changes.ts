/**
 * Finds what another version of the API would not understand: everything that one side can send must fit what the other expects.
 * It compares the API documents, which covers every operation, and supports the parts of JSON Schema that our documents use.
 */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  pattern?: string;
  [bound: string]: unknown;
}
interface Content {
  content?: Record<string, { schema: Schema }>;
}
interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: (Content & { required?: boolean }) | null;
  responses: Record<string, Content>;
}
export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const LOWER_BOUNDS = ['minimum', 'minLength', 'minItems'];
const UPPER_BOUNDS = ['maximum', 'maxLength', 'maxItems'];

/** Returns the operations of `client` that `server` lacks, would refuse, or would answer unexpectedly. */
export function contractChanges(client: Document, server: Document): string[] {
  return Object.entries(client.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, sent]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const answering = server.paths[path]?.[method];
      if (!answering) return [`${name} is gone`];
      return [
        ...requestChanges(sent, answering, { client, server }),
        ...answerChanges(sent, answering, { client, server }),
      ].map((change) => `${name}: ${change}`);
    }),
  );
}

interface Documents {
  client: Document;
  server: Document;
}

function requestChanges(sent: Operation, taken: Operation, { client, server }: Documents): string[] {
  const parametersOf = (operation: Operation) =>
    new Map(operation.parameters?.map((one) => [`${one.in} ${one.name}`, one]));
  const known = parametersOf(sent);
  const parameters = [...parametersOf(taken)].flatMap(([name, { required, schema }]) => {
    const own = known.get(name);
    if (own) return misfits(own.schema, schema, client, server, name);
    return required ? [`${name} is needed`] : [];
  });
  const bodies = schemaOf(taken.requestBody);
  const body = schemaOf(sent.requestBody);
  if (!bodies) return parameters;
  return [...parameters, ...(body ? misfits(body, bodies, client, server, 'body') : ['a body is needed'])];
}

const answerChanges = (asked: Operation, answering: Operation, { client, server }: Documents): string[] =>
  Object.entries(answering.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, response]) => {
      const expected = asked.responses[status];
      if (!expected) return [`answers ${status}`];
      const [given, wanted] = [schemaOf(response), schemaOf(expected)];
      return given && wanted ? misfits(given, wanted, server, client, 'answer') : [];
    });

const schemaOf = (part: Content | null | undefined): Schema | undefined => part?.content?.['application/json']?.schema;

/** Returns the places where a value of schema `from` may not fit schema `to`. */
function misfits(from: Schema, to: Schema, fromIn: Document, toIn: Document, at: string): string[] {
  const one = resolve(from, fromIn);
  const other = resolve(to, toIn);
  const fits = (left: Schema, right: Schema) => misfits(left, right, fromIn, toIn, at).length === 0;
  const [choices, allowed] = [one.anyOf ?? one.oneOf, other.anyOf ?? other.oneOf];
  if (choices) return choices.flatMap((choice) => misfits(choice, other, fromIn, toIn, at));
  if (allowed) {
    if (allowed.some((choice) => fits(one, choice))) return [];
    const sameType = allowed
      .map((choice) => resolve(choice, toIn))
      .filter((choice) => String(typesOf(choice)) === String(typesOf(one)));
    return sameType.length === 1 && sameType[0]
      ? misfits(one, sameType[0], fromIn, toIn, at)
      : [`${at} may be another kind`];
  }
  const types = typesOf(other);
  const unexpected = typesOf(one).filter(
    (type) => !types.includes(type) && !(type === 'integer' && types.includes('number')),
  );
  if (types.length > 0 && (unexpected.length > 0 || typesOf(one).length === 0))
    return [`${at} may be ${unexpected.join(' or ') || 'anything'}`];
  const values = valuesOf(other);
  const others = values && (valuesOf(one) ?? ['anything']).filter((value) => !values.includes(value));
  if (others?.length) return [`${at} may be ${others.join(', ')}`];
  return [...boundMisfits(one, other, at), ...partMisfits(one, other, fromIn, toIn, at)];
}

const typesOf = ({ type = [] }: Schema) => (Array.isArray(type) ? type : [type]);
const valuesOf = ({ enum: values, const: value }: Schema) => values ?? (value === undefined ? undefined : [value]);

function boundMisfits(one: Schema, other: Schema, at: string): string[] {
  if (valuesOf(one)) return [];
  const numberOf = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise);
  const isLower = (bound: string) =>
    numberOf(one[bound], Number.NEGATIVE_INFINITY) < numberOf(other[bound], Number.NEGATIVE_INFINITY);
  const isHigher = (bound: string) =>
    numberOf(one[bound], Number.POSITIVE_INFINITY) > numberOf(other[bound], Number.POSITIVE_INFINITY);
  const broken = [...LOWER_BOUNDS.filter(isLower), ...UPPER_BOUNDS.filter(isHigher)];
  if (other.pattern !== undefined && one.pattern !== other.pattern) broken.push('pattern');
  return broken.map((bound) => `${at} has another ${bound}`);
}

function partMisfits(one: Schema, other: Schema, fromIn: Document, toIn: Document, at: string): string[] {
  const items = one.items && other.items ? misfits(one.items, other.items, fromIn, toIn, `${at}[]`) : [];
  const properties = Object.entries(other.properties ?? {}).flatMap(([name, wanted]) => {
    const given = one.properties?.[name];
    const isMissing = other.required?.includes(name) && !(given && one.required?.includes(name));
    return [
      ...(isMissing ? [`${at}.${name} may be missing`] : []),
      ...(given ? misfits(given, wanted, fromIn, toIn, `${at}.${name}`) : []),
    ];
  });
  const [rest, expected] = [one.additionalProperties, other.additionalProperties];
  const values =
    typeof rest === 'object' && typeof expected === 'object' ? misfits(rest, expected, fromIn, toIn, `${at}.*`) : [];
  return [...items, ...properties, ...values];
}

function resolve(schema: Schema, { components }: Document): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : resolve(components.schemas[name] ?? {}, { paths: {}, components });
}
