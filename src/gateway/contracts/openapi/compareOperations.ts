// Compares one operation with itself: what it takes, what it answers, and who may call it.
import type { Schema } from '../../describe/openapi/Schema.ts';
import type { Difference, Member } from './Difference.ts';
import { type OpenApiReader, asObject } from './OpenApiReader.ts';
import type { CompareSchemas } from './compareSchemas.ts';
import { type Place, differ, pairs, placed } from './differ.ts';
import { scopesOf, securityOf } from './securityOf.ts';

/** An operation object, with the parameters of its path. */
export type Operation = Schema;

/** The two documents, and how their schemas are compared. */
export interface Sides {
  from: OpenApiReader;
  to: OpenApiReader;
  compareSchemas: CompareSchemas;
}

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
    ...differ(place, 'operationId', one['operationId'], other['operationId']),
    ...differ(place, 'security', securityOf(one, from), securityOf(other, to)),
    ...differ(place, 'scopes', scopesOf(one), scopesOf(other)),
    ...compareParameters(endpoint, one, other, sides),
    ...compareBodies(endpoint, one, other, sides),
    ...compareAnswers(endpoint, one, other, sides),
  ];
}

function compareParameters(endpoint: string, one: Operation, other: Operation, sides: Sides): readonly Difference[] {
  const all = pairs(parametersOf(one, sides.from), parametersOf(other, sides.to));
  return all.flatMap(([part, given, now]) => {
    const place: Place = { endpoint, part, use: 'request' };
    if (!given || !now) return differ(place, 'parameter', memberOf(given), memberOf(now), part);
    return [
      ...differ(place, 'serialisation', serialisationOf(given), serialisationOf(now)),
      ...compareMembers(place, given, now, sides),
    ];
  });
}

function compareBodies(endpoint: string, one: Operation, other: Operation, sides: Sides): readonly Difference[] {
  const place: Place = { endpoint, part: 'request body', use: 'request' };
  const [body, now] = [bodyOf(one, sides.from), bodyOf(other, sides.to)];
  if (!body || !now) return differ(place, 'body', memberOf(body), memberOf(now));
  return [
    ...differ(place, 'required', body['required'] === true, now['required'] === true),
    ...compareContents(place, body, now, sides),
  ];
}

function compareAnswers(endpoint: string, one: Operation, other: Operation, sides: Sides): readonly Difference[] {
  return pairs(nodesIn(one['responses'], sides.from), nodesIn(other['responses'], sides.to)).flatMap(
    ([status, answer, now]) => {
      const part = `answer ${status}`;
      const place: Place = { endpoint, part, use: /^[123]/.test(status) ? 'answer' : 'error' };
      if (!answer || !now) return differ(place, 'status', answer && status, now && status, status);
      const headers = pairs(nodesIn(answer['headers'], sides.from), nodesIn(now['headers'], sides.to));
      return [
        ...headers.flatMap(([name, had, has]) =>
          had && has
            ? compareMembers({ ...place, part: `header \`${name}\` of ${part}` }, had, has, sides)
            : differ(place, 'header', memberOf(had), memberOf(has), name),
        ),
        ...compareContents(place, answer, now, sides),
      ];
    },
  );
}

/** Compares parameters or headers: whether they must be there, and their values. */
function compareMembers(place: Place, one: Schema, other: Schema, { compareSchemas }: Sides): readonly Difference[] {
  return [
    ...differ(place, 'required', one['required'] === true, other['required'] === true),
    ...placed(place, compareSchemas(one['schema'], other['schema'])),
  ];
}

/** Compares what stands under the media types of a body or an answer. */
function compareContents(place: Place, one: Schema, other: Schema, sides: Sides): readonly Difference[] {
  return pairs(nodesIn(one['content'], sides.from), nodesIn(other['content'], sides.to)).flatMap(([type, had, has]) =>
    had && has
      ? placed(place, sides.compareSchemas(had['schema'], has['schema']))
      : differ(place, 'mediaType', had && type, has && type, type),
  );
}

/** The parameters by where they stand and their names, in the words in which people are told of them. */
function parametersOf(operation: Operation, reader: OpenApiReader): Map<string, Schema> {
  const parameters = Array.isArray(operation['parameters']) ? operation['parameters'] : [];
  return new Map(
    parameters.map((node) => {
      const parameter = reader.resolve(node);
      return [`${String(parameter['in'])} parameter \`${String(parameter['name'])}\``, parameter];
    }),
  );
}

/** How values are written into a path or a query. See https://spec.openapis.org/oas/v3.1.0#style-values */
function serialisationOf({ in: where, style, explode, content }: Schema): Schema {
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
