// The OpenAPI document of documents that are written in a test.
import type { GraphQLSchema } from 'graphql';
import { type Documents, createFrom } from './faults.ts';

export interface JsonSchema {
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  description?: string;
  deprecated?: boolean;
  default?: unknown;
}

interface Content {
  schema: JsonSchema;
}

export interface Operation {
  operationId: string;
  description: string;
  deprecated?: boolean;
  parameters?: readonly ({ name: string; in: string; required: boolean } & Record<string, unknown> & Content)[];
  requestBody?: { required: boolean; content: Readonly<Record<string, Content>> };
  responses: Readonly<
    Record<string, { headers?: Readonly<Record<string, unknown>>; content?: Record<string, Content> }>
  >;
  'x-scopes'?: unknown;
}

/** All operations of the last version, by their names, with what is behind each reference in its place. */
export function describedOperations(
  schema: GraphQLSchema | string,
  documents: Documents,
): Readonly<Record<string, Operation>> {
  const { openApi } = createFrom(schema, documents);
  const versions = [...openApi].filter(([path]) => /^\/v\d+\//.test(path));
  const document = versions.at(-1)![1];
  const { paths } = resolve(document, document, []) as { paths: Record<string, Record<string, Operation>> };
  return Object.fromEntries(
    Object.values(paths).flatMap((path) => Object.values(path).map((operation) => [operation.operationId, operation])),
  );
}

/** The names of the schemas among the components of the last version. */
export function describedComponents(schema: GraphQLSchema | string, documents: Documents): string[] {
  const { openApi } = createFrom(schema, documents);
  const { components } = openApi.get('/openapi.json') as { components: { schemas: object } };
  return Object.keys(components.schemas);
}

/** The only operation of the last version. */
export function describedOperation(schema: GraphQLSchema | string, documents: Documents): Operation {
  const [operation] = Object.values(describedOperations(schema, documents));
  return operation!;
}

/** The schema of the successful response of an operation in JSON; undefined if it has no body. */
export function describedBody({ responses }: Operation): JsonSchema | undefined {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2'))!;
  return success.content?.['application/json']?.schema;
}

/** The successful response of the only operation, as TypeScript would write its type. */
export function bodyTypeOf(schema: GraphQLSchema | string, documents: Documents): string {
  const body = describedBody(describedOperation(schema, documents));
  return body === undefined ? 'none' : typeText(body);
}

/** A schema as a type in TypeScript: `{ id: string, tags?: (string | null)[] } | null`. */
export function typeText(schema: JsonSchema): string {
  const { type, items, properties, required = [] } = schema;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const all = schema.allOf?.map(typeText);
  if (all) return all.join(' & ');
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives && !properties) return [...new Set(alternatives.map(typeText))].join(' | ');
  const texts = [type ?? []].flat().map((each) => {
    if (each === 'array') {
      const item = items ? typeText(items) : 'any';
      return / [|&] /.test(item.replaceAll(/\{.*\}/g, '')) ? `(${item})[]` : `${item}[]`;
    }
    if (each !== 'object') return each;
    const fields = Object.entries(properties ?? {}).map(
      ([name, of]) =>
        `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeText(of)}`,
    );
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
  });
  return texts.length === 0 ? 'any' : texts.join(' | ');
}

function resolve(value: unknown, document: unknown, around: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => resolve(each, document, around));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && typeof value.$ref === 'string') {
    const { $ref: reference } = value;
    if (around.includes(reference)) return { type: reference.replace(/.*\//, '') };
    const target = reference
      .slice(2)
      .split('/')
      .reduce((at, step) => (at as Record<string, unknown>)[step.replaceAll('~1', '/')], document);
    return resolve(target, document, [...around, reference]);
  }
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each, document, around)]));
}
