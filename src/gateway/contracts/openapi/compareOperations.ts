// Compares two revisions of one operation: its requests, its responses, and its authorization.
import type { Schema } from '../../describe/openapi/Schema.ts';
import type { Difference, Member } from './Difference.ts';
import { type OpenApiReader, asObject } from './OpenApiReader.ts';
import type { CompareSchemas } from './compareSchemas.ts';
import { type Place, differ, pairs, placed } from './differ.ts';
import { scopesOf, securityOf } from './securityOf.ts';

/** An operation object, with the parameters of its path. */
export type Operation = Schema;

/** The two documents, and the comparison of their schemas. */
export interface Sides {
  from: OpenApiReader;
  to: OpenApiReader;
  compareSchemas: CompareSchemas;
}

const ACCESS_STATUSES: ReadonlySet<string> = new Set(['401', '403']);

/** Everything that differs from one operation to the other. */
export function compareOperations(
  endpoint: string,
  one: Operation,
  other: Operation,
  sides: Sides,
): readonly Difference[] {
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

function compareParameters(endpoint: string, one: Operation, other: Operation, sides: Sides): readonly Difference[] {
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

function compareBodies(endpoint: string, one: Operation, other: Operation, sides: Sides): readonly Difference[] {
  const place: Place = { endpoint, part: 'request body', use: 'request' };
  const [before, after] = [bodyOf(one, sides.from), bodyOf(other, sides.to)];
  if (!before || !after) return differ(place, 'body', [memberOf(before), memberOf(after)]);
  return [
    ...differ(place, 'required', [before['required'] === true, after['required'] === true]),
    ...compareContents(place, before, after, sides),
  ];
}

function compareResponses(endpoint: string, one: Operation, other: Operation, sides: Sides): readonly Difference[] {
  const all = pairs(nodesIn(one['responses'], sides.from), nodesIn(other['responses'], sides.to));
  const readsCredentials = securityOf(other, sides.to).some((requirements) => requirements.length > 0);
  return all.flatMap(([status, before, after]) => {
    // Where no credentials are read any more, their errors end with them.
    if (!after && !readsCredentials && ACCESS_STATUSES.has(status)) return [];
    const part = `response ${status}`;
    const place: Place = { endpoint, part, use: /^[123]/.test(status) ? 'response' : 'error' };
    if (!before || !after) return differ(place, 'status', [before && status, after && status], status);
    const headers = pairs(nodesIn(before['headers'], sides.from), nodesIn(after['headers'], sides.to));
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
  return pairs(nodesIn(one['content'], sides.from), nodesIn(other['content'], sides.to)).flatMap(([type, had, has]) =>
    had && has
      ? placed(place, sides.compareSchemas(had['schema'], has['schema']))
      : differ(place, 'mediaType', [had && type, has && type], type),
  );
}

/** The parameters by their location and name, in words. */
function parametersOf(operation: Operation, reader: OpenApiReader): Map<string, Schema> {
  const parameters = Array.isArray(operation['parameters']) ? operation['parameters'] : [];
  return new Map(
    parameters.map((node) => {
      const parameter = reader.resolve(node);
      return [`${String(parameter['in'])} parameter \`${String(parameter['name'])}\``, parameter];
    }),
  );
}

/** See https://spec.openapis.org/oas/v3.1.0#style-values */
function serializationOf({ in: where, style, explode, content }: Schema): Schema {
  const used = style ?? (where === 'query' || where === 'cookie' ? 'form' : 'simple');
  return { style: used, explode: explode ?? used === 'form', content };
}

function bodyOf({ requestBody }: Operation, reader: OpenApiReader): Schema | undefined {
  return requestBody === undefined ? undefined : reader.resolve(requestBody);
}

function memberOf(node: Schema | undefined): Member | undefined {
  return node && { schema: node['schema'], required: node['required'] === true };
}

function nodesIn(container: unknown, reader: OpenApiReader): Map<string, Schema> {
  return new Map(Object.entries(asObject(container)).map(([name, node]) => [name, reader.resolve(node)]));
}
