// Finds every difference between two OpenAPI documents that a client can observe, without judging it. Descriptions, the
// names of components and the order of members are no differences.
import { isDeepStrictEqual } from 'node:util';
import type { Schema } from '../../describe/openapi/Schema.ts';
import { scopesOf, securityOf } from '../SecurityAlternatives.ts';
import type { Difference, Member, SchemaDifference, Subject } from './Difference.ts';
import { OpenApiReader, asObject } from './OpenApiReader.ts';
import { type CompareSchemas, createSchemaComparison } from './compareSchemas.ts';

/** Everything that differs from one document to the other, in the order of the first. */
export function findDifferences(before: Schema, after: Schema): readonly Difference[] {
  const [from, to] = [new OpenApiReader(before), new OpenApiReader(after)];
  const sides = { from, to, compareSchemas: createSchemaComparison(from, to) };
  const endpoints = pairs(operationsOf(from), operationsOf(to)).flatMap(([endpoint, one, other]) =>
    one && other
      ? compareOperations(endpoint, one, other, sides)
      : differ({ endpoint, part: '', use: 'request' }, 'endpoint', [one, other], endpoint),
  );
  return [
    ...differ({ endpoint: '', part: '', use: 'request' }, 'server', [serversOf(from), serversOf(to)]),
    ...endpoints,
  ];
}

/** The methods of endpoints, in the order in which people list them. */
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Every operation by method and path. */
export function operationsOf({ document }: OpenApiReader): Map<string, Schema> {
  return new Map(
    Object.entries(asObject(document['paths'])).flatMap(([path, node]) => {
      const item = asObject(node);
      const methods = METHODS.filter((method) => item[method] !== undefined);
      return methods.map((method) => [`${method.toUpperCase()} ${path}`, asObject(item[method])] as const);
    }),
  );
}

function serversOf({ document }: OpenApiReader): string {
  const servers = Array.isArray(document['servers']) ? document['servers'] : [];
  return servers.map((server) => String(asObject(server)['url'])).join(', ');
}

/** The two documents, and the comparison of their schemas. */
interface Sides {
  from: OpenApiReader;
  to: OpenApiReader;
  compareSchemas: CompareSchemas;
}

const ACCESS_STATUSES: ReadonlySet<string> = new Set(['401', '403']);

/** Everything that differs from one operation to the other. */
function compareOperations(endpoint: string, one: Schema, other: Schema, sides: Sides): readonly Difference[] {
  const { from, to } = sides;
  const place: Place = { endpoint, part: '', use: 'request' };
  return [
    ...differ(place, 'operationId', [one['operationId'], other['operationId']]),
    ...differ(place, 'security', [securityOf(one, from), securityOf(other, to)]),
    ...differ(place, 'scopes', [scopesOf(one), scopesOf(other)]),
    ...compareParameters(endpoint, one, other, sides),
    ...compareBodies(endpoint, one, other, sides),
    ...compareResponses(endpoint, one, other, sides),
  ];
}

function compareParameters(endpoint: string, one: Schema, other: Schema, sides: Sides): readonly Difference[] {
  const all = pairs(parametersOf(one, sides.from), parametersOf(other, sides.to));
  return all.flatMap(([part, before, after]) => {
    const place: Place = { endpoint, part, use: 'request' };
    if (!before || !after) return differ(place, 'parameter', [memberOf(before), memberOf(after)], part);
    return [
      ...differ(place, 'serialization', [serializationOf(before), serializationOf(after)]),
      ...compareMembers(place, before, after, sides),
    ];
  });
}

function compareBodies(endpoint: string, one: Schema, other: Schema, sides: Sides): readonly Difference[] {
  const place: Place = { endpoint, part: 'request body', use: 'request' };
  const [before, after] = [bodyOf(one, sides.from), bodyOf(other, sides.to)];
  if (!before || !after) return differ(place, 'body', [memberOf(before), memberOf(after)]);
  return [
    ...differ(place, 'required', [before['required'] === true, after['required'] === true]),
    ...compareContents(place, before, after, sides),
  ];
}

function compareResponses(endpoint: string, one: Schema, other: Schema, sides: Sides): readonly Difference[] {
  const all = nodesIn(one['responses'], other['responses'], sides);
  const readsCredentials = securityOf(other, sides.to).some((requirements) => requirements.length > 0);
  return all.flatMap(([status, before, after]) => {
    // Where no credentials are read any more, their errors end with them.
    if (!after && !readsCredentials && ACCESS_STATUSES.has(status)) return [];
    const part = `response ${status}`;
    const place: Place = { endpoint, part, use: /^[123]/.test(status) ? 'response' : 'error' };
    if (!before || !after) return differ(place, 'status', [before && status, after && status], status);
    const headers = nodesIn(before['headers'], after['headers'], sides);
    return [
      ...headers.flatMap(([name, had, has]) =>
        had && has
          ? compareMembers({ ...place, part: `header \`${name}\` of ${part}` }, had, has, sides)
          : differ(place, 'header', [memberOf(had), memberOf(has)], name),
      ),
      ...compareContents(place, before, after, sides),
    ];
  });
}

/** Compares parameters or headers: whether they are required, and their values. */
function compareMembers(place: Place, one: Schema, other: Schema, { compareSchemas }: Sides): readonly Difference[] {
  return [
    ...differ(place, 'required', [one['required'] === true, other['required'] === true]),
    ...placed(place, compareSchemas(one['schema'], other['schema'])),
  ];
}

/** Compares the media types of a body or a response, and their schemas. */
function compareContents(place: Place, one: Schema, other: Schema, sides: Sides): readonly Difference[] {
  return nodesIn(one['content'], other['content'], sides).flatMap(([type, had, has]) =>
    had && has
      ? placed(place, sides.compareSchemas(had['schema'], has['schema']))
      : differ(place, 'mediaType', [had && type, has && type], type),
  );
}

/** The parameters by their location and name, in words. */
function parametersOf(operation: Schema, reader: OpenApiReader): Map<string, Schema> {
  const parameters = Array.isArray(operation['parameters']) ? operation['parameters'] : [];
  return new Map(
    parameters.map((node) => {
      const parameter = reader.resolve(node);
      return [`${String(parameter['in'])} parameter \`${String(parameter['name'])}\``, parameter];
    }),
  );
}

function serializationOf({ style, explode }: Schema): Schema {
  return { style, explode };
}

function bodyOf({ requestBody }: Schema, reader: OpenApiReader): Schema | undefined {
  return requestBody === undefined ? undefined : reader.resolve(requestBody);
}

function memberOf(node: Schema | undefined): Member | undefined {
  return node && { schema: node['schema'], required: node['required'] === true };
}

/** The nodes of two containers by name, without references. */
function nodesIn(one: unknown, other: unknown, { from, to }: Sides) {
  const read = (container: unknown, reader: OpenApiReader) =>
    new Map(Object.entries(asObject(container)).map(([name, node]) => [name, reader.resolve(node)]));
  return pairs(read(one, from), read(other, to));
}

/** The place of a comparison in a document. */
type Place = Pick<Difference, 'endpoint' | 'part' | 'use'>;

/** The difference of two values at a place, or none. */
function differ(
  place: Place,
  subject: Subject,
  [before, after]: readonly [before: unknown, after: unknown],
  name: string = subject,
): readonly Difference[] {
  return isDeepStrictEqual(before, after) ? [] : [{ ...place, subject, name, before, after, path: [] }];
}

/** The differences of two schemas at a place. */
function placed(place: Place, differences: readonly SchemaDifference[]): readonly Difference[] {
  return differences.map((difference) => ({ ...difference, ...place }));
}

/** The values of both sides by name, in the order of the first side. */
function pairs<Value>(
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
): [name: string, before: Value | undefined, after: Value | undefined][] {
  return [...new Set([...before.keys(), ...after.keys()])].map((name) => [name, before.get(name), after.get(name)]);
}
