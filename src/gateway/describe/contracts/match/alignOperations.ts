// Writes two operations in the same words: what is the same on the wire, such as placeholders, spellings of headers and ranges of
// statuses, has the published name in both, so that `compareOperations` compares it.
import type { Schema } from '../../openapi/Schema.ts';
import type { Difference } from '../openapi/Difference.ts';
import { type OpenApiReader, asObject } from '../openapi/OpenApiReader.ts';
import { type Sides, useOf } from '../openapi/findDifferences.ts';

/** An operation without references but in schemas. */
export interface Operation extends Schema {
  parameters: readonly Schema[];
  requestBody: Schema | undefined;
  responses: Readonly<Record<string, Schema>>;
}

/** An operation of `operationsOf`. */
export interface PlacedOperation {
  /** Method and path, as `GET /users/{id}`. */
  endpoint: string;
  operation: Schema;
}

type Readers = Pick<Sides, 'from' | 'to'>;

/** Both operations, and the differences that have no place in them: another status of success. */
export function alignOperations(published: PlacedOperation, own: PlacedOperation, readers: Readers) {
  const theirs = readOperation(published.operation, readers.from);
  const ours = withUnlisted(readOperation(own.operation, readers.to), theirs);
  const { endpoint } = published;
  const own2xx = Object.keys(ours.responses).find((status) => isSuccess(status) && !theirs.responses[status]);
  const responses = rename(
    ours.responses,
    theirs.responses,
    (status, all) => findStatus(status, all) ?? (isSuccess(status) ? own2xx : undefined),
  );
  for (const [status, response] of Object.entries(responses)) {
    const other = theirs.responses[status]!;
    const headers = rename(response['headers'], other['headers'], (name, all) => all.find(isSpelled(name)));
    responses[status] = { ...alignContent(response, other), headers: { ...asObject(response['headers']), ...headers } };
  }
  const restated = Object.keys(responses).filter((status) => !findStatus(status, Object.keys(ours.responses)));
  const differences = restated.map((status): Difference => {
    const place = { endpoint, part: `response ${status}`, use: useOf(status), path: [] };
    return { ...place, subject: 'constraint', name: 'status', before: Number(status), after: Number(own2xx) };
  });
  const { parameters, requestBody } = ours;
  const places = placeholdersOf(endpoint);
  const names = new Map(placeholdersOf(own.endpoint).map((name, at) => [name, places[at]]));
  const aligned: Operation = {
    ...ours,
    parameters: alignParameters(theirs.parameters, parameters, names, readers),
    requestBody: requestBody && alignContent(requestBody, theirs.requestBody),
    responses,
  };
  return { theirs, ours: aligned, differences };
}

const placeholdersOf = (path: string): readonly string[] => path.match(/(?<=\{)[^}]*(?=\})/g) ?? [];

/** Of `ours` what is published, under the published names; `find` is the name that a published one has. */
function rename(ours: unknown, theirs: unknown, find: (name: string, own: readonly string[]) => string | undefined) {
  const own = asObject(ours) as Record<string, Schema>;
  const found = Object.keys(asObject(theirs)).map((name) => [name, own[find(name, Object.keys(own)) ?? '']] as const);
  return Object.fromEntries(found.filter((entry): entry is [string, Schema] => entry[1] !== undefined));
}

/** The name of a further media type of each body: the first JSON, or else the first. It is compared where both have no other. */
export const COMPARED_TYPE = 'body';

/** Headers that are no parts, whatever a document says: see OpenAPI 3.1, section 4.8.12.2, and RFC 9110 and 9112 for those of the message. */
const NO_HEADERS = (
  'accept accept-encoding authorization connection content-encoding content-length content-type date host keep-alive ' +
  'transfer-encoding user-agent'
).split(' ');
const isSpelled = (name: string) => (other: string) => other.toLowerCase() === name.toLowerCase();
const isHeader = (name: unknown) => !NO_HEADERS.some(isSpelled(String(name)));

function readOperation(operation: Schema, reader: OpenApiReader): Operation {
  const named = (node: unknown) =>
    Object.entries(asObject(node)).map(([name, each]) => [name, reader.resolve(each)] as const);
  const { requestBody } = operation;
  const responses = named(operation['responses']).map(([status, { content, headers, ...response }]) => {
    const own = named(headers).filter(([name]) => isHeader(name));
    return [status.replace('xx', 'XX'), { ...response, ...readContent({ content }), headers: Object.fromEntries(own) }];
  });
  return {
    ...operation,
    parameters: (operation['parameters'] as Schema[]).filter(
      (each) => each['in'] !== 'header' || isHeader(each['name']),
    ),
    requestBody: requestBody === undefined ? undefined : readContent(reader.resolve(requestBody)),
    responses: Object.fromEntries(responses),
  };
}

/** Ours with what every endpoint, or every one with an entity tag, has and no document of ours lists. */
function withUnlisted(ours: Operation, theirs: Operation): Operation {
  const { 304: notModified, 404: notFound, 405: listed } = ours.responses;
  const conditions = notModified ? ['If-Match', 'If-None-Match'] : [];
  const isListed = (name: string) => ours.parameters.some((each) => isSpelled(name)(String(each['name'])));
  const text = { schema: { type: 'string' } };
  const further = ['X-Request-Id', ...conditions].filter((name) => !isListed(name));
  const headers = { ...asObject(notFound?.['headers']), Allow: { required: true, ...text } };
  return {
    ...ours,
    parameters: [...ours.parameters, ...further.map((name) => ({ name, in: 'header', ...text }))],
    responses: {
      ...ours.responses,
      ...(theirs.responses['405'] && !listed && { 405: { ...notFound, headers } }),
    },
  };
}

function readContent(body: Schema): Schema {
  const types = Object.entries(asObject(body['content']));
  const [, first] = types.find(([type]) => /^application\/(?:.*\+)?json$/.test(essenceOf(type))) ?? types[0] ?? [];
  return { ...body, content: Object.fromEntries(first === undefined ? [] : [...types, [COMPARED_TYPE, first]]) };
}

/** Ours with the published media types that it has. */
function alignContent(ours: Schema, theirs: Schema | undefined): Schema {
  const all = rename(ours['content'], theirs?.['content'], (type, own) => own.find((each) => isWithin(each, type)));
  const { [COMPARED_TYPE]: _, ...shared } = all;
  return { ...ours, content: Object.keys(shared).length > 0 ? shared : all };
}

const essenceOf = (type: string) => type.split(';', 1)[0]!.trim().toLowerCase();

/** Whether a media type is another one or in its range. See RFC 9110, section 12.5.1. */
function isWithin(type: string, range: string): boolean {
  const pattern = essenceOf(range).split('*')[0]!;
  return essenceOf(range).includes('*') ? essenceOf(type).startsWith(pattern) : essenceOf(type) === pattern;
}

/** The status of ours that a published status, range or `default` is, if there is one. */
function findStatus(published: string, own: readonly string[]): string | undefined {
  const isRange = published.endsWith('XX');
  const covered = published === 'default' ? /^[45]/ : RegExp(isRange ? `^${published[0]}` : `^${published[0]}XX$`);
  return own.includes(published) ? published : own.find((status) => covered.test(status));
}

const isSuccess = (status: string) => status.startsWith('2');

/** Our parameters under the published names; those of a path that the published document does not describe are left out. */
function alignParameters(
  theirs: readonly Schema[],
  ours: readonly Schema[],
  placeholders: ReadonlyMap<string, string | undefined>,
  readers: Readers,
): Schema[] {
  return ours.flatMap((parameter) => {
    const { in: place, name } = parameter as { in: string; name: string };
    const wanted = place === 'path' ? placeholders.get(name) : name;
    const isSame = (other: unknown) => (place === 'header' ? isSpelled(name)(String(other)) : other === wanted);
    const found = theirs.find((each) => each['in'] === place && isSame(each['name']));
    if (!found) return place === 'path' ? [] : [parameter];
    return [{ ...acceptItems(parameter, found, readers), name: found['name'] }];
  });
}

/** Formats that values are checked for, or that generated clients have types of their own for; others are only annotations. */
export const FORMATS: readonly unknown[] = ['date', 'date-time', 'time', 'byte', 'binary', 'uuid', 'unixtime'];

/** A list in a query is read with commas and as a repeated parameter; elsewhere `explode` does not matter for one. See RFC 6570. */
function acceptRepeated(ours: Schema, theirs: Schema): Schema {
  const { style = theirs['in'] === 'query' ? 'form' : 'simple', explode } = theirs;
  return style === 'form' || style === 'simple' ? { ...ours, style, explode } : ours;
}

/** A list with commas is its items too, where the published parameter is none; how one value is written does not matter. */
function acceptItems(ours: Schema, theirs: Schema, { from, to }: Readers): Schema {
  const published = from.variantsOf(theirs['schema']);
  const types = published.map(({ type }) => type);
  const isBounded = published.some(({ schema }) => schema['minLength'] !== undefined);
  if (types.includes('array') && !types.includes('object')) return acceptRepeated(ours, theirs);
  if (types.includes('object')) return ours;
  const items = to
    .variantsOf(ours['schema'])
    .flatMap((each) => (each.type === 'array' ? to.variantsOf(each.schema['items']) : [each]))
    .map(({ type, schema: { minLength, ...schema } }): Schema => {
      // No text of such a format is empty.
      const isImplied = !isBounded && minLength === 1 && FORMATS.includes(schema['format']);
      return { type, ...schema, ...(minLength !== undefined && !isImplied && { minLength }) };
    });
  const isEnum = items.every(({ type, enum: values }) => type === 'string' && Array.isArray(values));
  const values = isEnum ? { type: 'string', enum: items.flatMap((each) => each['enum']) } : { anyOf: items };
  const { default: initial } = to.resolve(ours['schema']);
  const schema = { ...values, default: Array.isArray(initial) ? initial.join(',') : initial };
  return { ...ours, style: theirs['style'], explode: theirs['explode'], schema };
}
