// Writes two operations in the same words: what is the same on the wire, such as placeholders, spellings of headers and ranges of
// statuses, has the published name in both, so that `compareOperations` compares it.
import type { Schema } from '../../describe/openapi/Schema.ts';
import type { Difference } from '../openapi/Difference.ts';
import { type OpenApiReader, asObject } from '../openapi/OpenApiReader.ts';
import { type Sides, useOf } from '../openapi/findDifferences.ts';

/** An operation without references but in schemas. */
export interface Operation extends Schema {
  parameters: readonly Schema[];
  requestBody?: Schema;
  responses: Readonly<Record<string, Schema>>;
}

/** An operation of `operationsOf`. */
export interface PlacedOperation {
  /** Method and path, as `GET /users/{id}`. */
  endpoint: string;
  operation: Schema;
}

type Readers = Pick<Sides, 'from' | 'to'>;

/** Both operations, and the differences that have no place in them: published media types that ours lacks, and another success. */
export function alignOperations(published: PlacedOperation, own: PlacedOperation, readers: Readers) {
  const theirs = readOperation(published.operation, readers.from);
  const ours = readOperation(own.operation, readers.to);
  const own2xx = Object.keys(ours.responses).find((status) => isSuccess(status) && !theirs.responses[status]);
  const pairs = Object.entries(theirs.responses).flatMap(([status, response]) => {
    const same = findStatus(status, Object.keys(ours.responses));
    const found = same ?? (isSuccess(status) ? own2xx : undefined);
    return found === undefined ? [] : [{ status, response, found, other: ours.responses[found]!, isSame: !!same }];
  });
  const responses = pairs.map(({ status, response, other }) => {
    return [status, { ...other, headers: respell(other['headers'], response['headers']) }];
  });
  const placeholders = [placeholdersOf(published.endpoint), placeholdersOf(own.endpoint)] as const;
  const parameters = alignParameters(theirs.parameters, ours.parameters, placeholders, readers);
  const place = { endpoint: published.endpoint, path: [] };
  const differences: Difference[] = [
    ...lackedTypes({ ...place, part: 'request body', use: 'request' }, theirs.requestBody, ours.requestBody),
    ...pairs.flatMap(({ status, response, found, other, isSame }): Difference[] => {
      const at = { ...place, part: `response ${status}`, use: useOf(status) };
      const restated = { ...at, subject: 'constraint', name: 'status', before: Number(status), after: Number(found) };
      return [...(isSame ? [] : [restated as Difference]), ...lackedTypes(at, response, other)];
    }),
  ];
  return { theirs, ours: { ...ours, parameters, responses: Object.fromEntries(responses) }, differences };
}

/** The name of the one media type of each body that is compared; `types` has those that are stated. */
export const COMPARED_TYPE = 'body';

/** Headers that are no parameters, and no headers of responses, whatever a document says. See OpenAPI 3.1, section 4.8.12.2. */
const NO_HEADERS = new Set(['accept', 'content-type', 'authorization']);

function readOperation(operation: Schema, reader: OpenApiReader): Operation {
  const { requestBody } = operation;
  const parameters = (operation['parameters'] as Schema[]).filter(
    (each) => each['in'] !== 'header' || !NO_HEADERS.has(String(each['name']).toLowerCase()),
  );
  const responses = Object.entries(asObject(operation['responses'])).map(([status, response]) => {
    const read = readContent(reader.resolve(response));
    const headers = Object.entries(asObject(read['headers']))
      .filter(([name]) => !NO_HEADERS.has(name.toLowerCase()))
      .map(([name, header]) => [name, reader.resolve(header)]);
    return [status.replace('xx', 'XX'), { ...read, headers: Object.fromEntries(headers) }];
  });
  const body = requestBody !== undefined && { requestBody: readContent(reader.resolve(requestBody)) };
  return { ...operation, parameters, ...body, responses: Object.fromEntries(responses) };
}

/** A body with one of its media types: the first JSON, or else the first. */
function readContent(body: Schema): Schema {
  const content = asObject(body['content']);
  const types = Object.keys(content);
  const type = types.find((each) => /^application\/(?:.*\+)?json$/.test(essenceOf(each))) ?? types[0];
  return { ...body, types, content: type === undefined ? {} : { [COMPARED_TYPE]: content[type] } };
}

type DifferencePlace = Pick<Difference, 'endpoint' | 'part' | 'use' | 'path'>;

/** The published media types that ours lacks of a body that both have. */
function lackedTypes(place: DifferencePlace, theirs: Schema | undefined, ours: Schema | undefined): Difference[] {
  if (!theirs || !ours) return [];
  const [types, own] = [theirs, ours].map((body) => body['types'] as readonly string[]) as [string[], string[]];
  const lacked = types.filter((type) => !own.some((each) => isWithin(each, type)));
  return lacked.map((name) => ({ ...place, subject: 'mediaType', name, before: true, after: undefined }));
}

const essenceOf = (type: string) => type.split(';', 1)[0]!.trim().toLowerCase();

/** Whether a media type is another one or in its range. See RFC 9110, section 12.5.1. */
function isWithin(type: string, range: string): boolean {
  const pattern = essenceOf(range).split('*')[0]!;
  return essenceOf(range).includes('*') ? essenceOf(type).startsWith(pattern) : essenceOf(type) === pattern;
}

/** The status of ours that a published status, range or `default` is, if there is one. */
function findStatus(published: string, own: readonly string[]): string | undefined {
  const range = `${published[0]}XX`;
  const isCovered = (status: string) => (published === 'default' ? /^[45]/ : RegExp(`^${published[0]}`)).test(status);
  if (own.includes(published)) return published;
  return own.find((status) => status === range || (/default|XX/.test(published) && isCovered(status)));
}

const isSuccess = (status: string) => status.startsWith('2');

/** Our headers as the published ones are spelled. */
function respell(ours: unknown, theirs: unknown): Schema {
  const names = new Map(Object.keys(asObject(theirs)).map((name) => [name.toLowerCase(), name]));
  const headers = Object.entries(asObject(ours));
  return Object.fromEntries(headers.map(([name, header]) => [names.get(name.toLowerCase()) ?? name, header]));
}

/** The names of the placeholders of a path, in order. */
function placeholdersOf(path: string): string[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name!);
}

/** Our parameters under the published names; those of a path that the published document does not describe are left out. */
function alignParameters(
  theirs: readonly Schema[],
  ours: readonly Schema[],
  [published, own]: readonly [readonly string[], readonly string[]],
  readers: Readers,
): Schema[] {
  const keyOf = ({ in: place, name }: Schema) =>
    `${String(place)} ${place === 'header' ? String(name).toLowerCase() : String(name)}`;
  const byKey = new Map(theirs.map((each) => [keyOf(each), each]));
  return ours.flatMap((parameter) => {
    const isPath = parameter['in'] === 'path';
    const name = isPath ? published[own.indexOf(String(parameter['name']))] : parameter['name'];
    const found = byKey.get(keyOf({ ...parameter, name }));
    if (!found) return isPath ? [] : [parameter];
    return [{ ...acceptItems(parameter, found, readers), name: found['name'] }];
  });
}

/** A list with commas is its items too, where the published parameter is none; how one value is written does not matter. */
function acceptItems(ours: Schema, theirs: Schema, { from, to }: Readers): Schema {
  const [variants, published] = [to.variantsOf(ours['schema']), from.variantsOf(theirs['schema'])];
  if (published.some(({ type }) => type === 'array' || type === 'object')) return ours;
  const { style, explode } = theirs;
  if (!variants.some(({ type }) => type === 'array')) return { ...ours, style, explode };
  const items = variants.flatMap((each) => (each.type === 'array' ? to.variantsOf(each.schema['items']) : [each]));
  const lists = items.map(({ schema }) => schema['enum']);
  const choices = items.map(({ type, schema }) => ({ type, ...schema }));
  const schema = lists.every((list) => Array.isArray(list))
    ? { type: 'string', enum: lists.flat() }
    : { anyOf: choices };
  const initial = to.resolve(ours['schema'])['default'];
  return {
    ...ours,
    style,
    explode,
    schema: { ...schema, ...(initial !== undefined && { default: [initial].flat().join(',') }) },
  };
}
