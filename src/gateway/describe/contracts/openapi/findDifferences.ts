// Finds every difference between two OpenAPI documents that a client can observe, without judging it. Descriptions, the
// names of components and the order of members are no differences.
import { isDeepStrictEqual } from 'node:util';
import type { Schema } from '../../openapi/Schema.ts';
import { ANY_TYPE } from '../../../http/mediaTypes.ts';
import { scopesOf, securityOf } from '../SecurityAlternatives.ts';
import type { Difference, Member, Subject, Use } from './Difference.ts';
import { OpenApiReader, asObject } from './OpenApiReader.ts';
import { type CompareSchemas, createSchemaComparison } from './compareSchemas.ts';

/** Everything that differs from one document to the other, in the order of the first. */
export function findDifferences(before: Schema, after: Schema): readonly Difference[] {
  const sides = createSides(before, after);
  const { from, to } = sides;
  const document: Place = { endpoint: '', part: '', use: 'request' };
  const endpoints = pairs(operationsOf(from), operationsOf(to)).flatMap(([endpoint, one, other]) =>
    one && other
      ? compareOperations(endpoint, one, other, sides)
      : differ({ ...document, endpoint }, 'endpoint', [one, other], endpoint),
  );
  return [
    ...differ(document, 'server', [serversOf(from), serversOf(to)]),
    ...pairs(acceptedTypes(from), acceptedTypes(to)).flatMap(([type, ...sent]) =>
      differ(document, 'accepts', sent, type),
    ),
    ...endpoints,
  ];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Every operation by method and path, with the parameters of its path. */
export function operationsOf(reader: OpenApiReader): Map<string, Schema> {
  return new Map(
    Object.entries(asObject(reader.document['paths'])).flatMap(([path, node]) => {
      const item = reader.resolve(node);
      const methods = METHODS.filter((method) => item[method] !== undefined);
      return methods.map((method) => {
        const operation = asObject(item[method]);
        const all = [item['parameters'], operation['parameters']].filter((list) => Array.isArray(list)).flat();
        const parameters = [...parametersOf({ parameters: all.map((each) => reader.resolve(each)) }).values()];
        return [`${method.toUpperCase()} ${path}`, { ...operation, parameters }] as const;
      });
    }),
  );
}

function serversOf({ document: { servers = [] } }: OpenApiReader): string {
  return (servers as Schema[]).map(({ url }) => url).join(', ');
}

/** What is sent for further media types that clients accept. */
function acceptedTypes({ document }: OpenApiReader): Map<string, Schema> {
  return new Map(Object.entries(asObject(document['x-accepts']))) as Map<string, Schema>;
}

/** The documents that are compared. */
export interface Sides {
  from: OpenApiReader;
  to: OpenApiReader;
  compareSchemas: CompareSchemas;
}

export function createSides(before: Schema, after: Schema): Sides {
  const [from, to] = [new OpenApiReader(before), new OpenApiReader(after)];
  return { from, to, compareSchemas: createSchemaComparison(from, to) };
}

const ACCESS_STATUSES: ReadonlySet<string> = new Set(['401', '403']);

/** Everything that differs from one operation to the other. */
export function compareOperations(endpoint: string, one: Schema, other: Schema, sides: Sides): readonly Difference[] {
  const { from, to } = sides;
  const place: Place = { endpoint, part: '', use: 'request' };
  const body: Pair = ['body', one['requestBody'] as Schema, other['requestBody'] as Schema];
  return [
    ...differ(place, 'operationId', [one['operationId'], other['operationId']]),
    ...differ(place, 'tool', [one['x-mcp-tool'], other['x-mcp-tool']]),
    ...differ(place, 'security', [securityOf(one, from), securityOf(other, to)]),
    ...differ(place, 'scopes', [scopesOf(one), scopesOf(other)]),
    ...pairs(parametersOf(one), parametersOf(other)).flatMap((pair) =>
      compareNodes({ ...place, part: pair[0] }, 'parameter', pair, sides),
    ),
    ...compareNodes({ ...place, part: 'request body' }, 'body', body, sides),
    ...compareResponses(endpoint, one, other, sides),
  ];
}

function compareResponses(endpoint: string, one: Schema, other: Schema, sides: Sides): readonly Difference[] {
  const readsCredentials = securityOf(other, sides.to).some((requirements) => requirements.length > 0);
  return nodesIn(one['responses'], other['responses'], sides).flatMap(([status, before, after]) => {
    // Where no credentials are read any more, their errors end with them.
    if (!after && !readsCredentials && ACCESS_STATUSES.has(status)) return [];
    const part = `response ${status}`;
    const place: Place = { endpoint, part, use: useOf(status) };
    const headers = before && after ? nodesIn(before['headers'], after['headers'], sides) : [];
    return [
      ...headers.flatMap(([name, had, has]) => {
        const ofHeader = had && has ? { ...place, part: `header \`${name}\` of ${part}` } : place;
        return compareNodes(ofHeader, 'header', [name, had, has], sides);
      }),
      ...compareNodes(place, 'status', [status, before, after], sides),
    ];
  });
}

/** Whether a response is that of a success or a redirect, or an error. */
export function useOf(status: string): Use {
  return /^[123]/.test(status) ? 'response' : 'error';
}

/** Compares two parameters, bodies, responses, headers or media types: whether they are there, are required, and their values. */
function compareNodes(place: Place, subject: Subject, [name, one, other]: Pair, sides: Sides): readonly Difference[] {
  if (!one || !other) return differ(place, subject, [memberOf(one), memberOf(other)], name);
  return [
    ...differ(place, 'serialization', [serializationOf(one), serializationOf(other)]),
    ...differ(place, 'upperBound', [maxSegments(one), maxSegments(other)], 'maxSegments'),
    ...differ(place, 'stream', [one['x-stream'] === true, other['x-stream'] === true], name),
    ...differ(place, 'required', [one['required'] === true, other['required'] === true]),
    ...sides.compareSchemas(one['schema'], other['schema']).map((difference) => ({ ...difference, ...place })),
    ...nodesIn(one['content'], other['content'], sides).flatMap(([type, had, has]) =>
      compareNodes(place, 'mediaType', [type, had, has ?? anyTypeOf(subject, other)], sides),
    ),
  ];
}

/** The Media Type Object of a body that may have any type, as a file may. */
function anyTypeOf(subject: Subject, { content }: Schema): Schema | undefined {
  return subject === 'body' ? (asObject(content)[ANY_TYPE] as Schema | undefined) : undefined;
}

/** The segments that a parameter of a path can be. */
function maxSegments(parameter: Schema): number | undefined {
  return parameter['x-multi-segment'] === true ? undefined : 1;
}

/** The parameters of an operation by their place and name, in words. */
export function parametersOf({ parameters = [] }: Schema): Map<string, Schema> {
  return new Map(
    (parameters as Schema[]).map((parameter) => {
      const { in: place, name } = parameter as { in: string; name: string };
      return [`${place} parameter \`${name}\``, parameter];
    }),
  );
}

/** How a list or an object is written. See OpenAPI 3.1, section 4.8.12.2.1. */
function serializationOf({
  in: where,
  style = where === 'query' || where === 'cookie' ? 'form' : 'simple',
  explode,
}: Schema) {
  return [style, explode ?? style === 'form'];
}

function memberOf(node: Schema | undefined): Member | undefined {
  return node && { schema: node['schema'], required: node['required'] === true };
}

function nodesIn(one: unknown, other: unknown, { from, to }: Sides) {
  const read = (container: unknown, reader: OpenApiReader) =>
    new Map(Object.entries(asObject(container)).map(([name, node]) => [name, reader.resolve(node)]));
  return pairs(read(one, from), read(other, to));
}

type Place = Pick<Difference, 'endpoint' | 'part' | 'use'>;

function differ(
  place: Place,
  subject: Subject,
  [before, after]: readonly [before: unknown, after: unknown],
  name: string = subject,
): readonly Difference[] {
  return isDeepStrictEqual(before, after) ? [] : [{ ...place, subject, name, before, after, path: [] }];
}

type Pair = readonly [name: string, before: Schema | undefined, after: Schema | undefined];

/** The values of both sides by name, in the order of the first side. */
function pairs(before: ReadonlyMap<string, Schema>, after: ReadonlyMap<string, Schema>): Pair[] {
  return [...new Set([...before.keys(), ...after.keys()])].map((name) => [name, before.get(name), after.get(name)]);
}
