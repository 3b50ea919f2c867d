// Requests every endpoint of an API as its OpenAPI document describes it, and checks each response against that document.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GraphQLSchema } from 'graphql';
import { type PorticoOptions, createPortico } from '../../../../../src/gateway/index.ts';
import { Contract } from '../../../../promises/support/Contract.ts';
import { sendRequest } from '../../../../promises/support/sendRequest.ts';

export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  examples?: unknown[];
  example?: unknown;
  default?: unknown;
  minimum?: number;
  minLength?: number;
  maxProperties?: number;
  pattern?: string;
  contentMediaType?: string;
  required?: string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
}
interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema: JsonSchema;
  example?: unknown;
  'x-multi-segment'?: boolean;
}
interface Content {
  $ref?: string;
  content?: Record<string, { schema?: JsonSchema }>;
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
}
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** Texts that most patterns of the examples match. */
const TEXTS = ['Ada', 'ada', 'EUR', 'de', '1', '12.50', 'ada@example.com', 'Product', 'a-b', 'AB-1234', 'c0ffee'];

/** What went wrong, by endpoint; empty where every response is a success that matches its document. */
export async function requestEveryEndpoint(
  schema: GraphQLSchema,
  endpoints: string,
  options: Partial<PorticoOptions> = {},
): Promise<{ requests: number; faults: string[] }> {
  const causes: string[] = [];
  const portico = createPortico({
    schema,
    endpoints,
    authenticate: () => ({ subject: '1', scopes: [] }),
    report: ({ error }) => void causes.push(String(error.cause ?? error)),
    ...options,
  });
  const server = createServer(portico.handler);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    return await requestDocuments(origin, portico.openApi as ReadonlyMap<string, object>, () =>
      causes.splice(0).join(' '),
    );
  } finally {
    server.close().closeAllConnections();
  }
}

/** The same over a server, for the endpoints of OpenAPI documents by their paths; `causeOf` says why the last request failed. */
export async function requestDocuments(
  origin: string,
  openApi: ReadonlyMap<string, object>,
  causeOf = () => '',
): Promise<{ requests: number; faults: string[] }> {
  const faults: string[] = [];
  const url = new URL(origin);
  const contract = new Contract(url, '');
  // The unversioned document describes the same endpoints again, unless it is the only one.
  const documents = [...openApi].filter(([file]) => file !== '/openapi.json' || openApi.size === 1);
  const operations = documents.flatMap(([file, json]) => operationsOf(file, json as OpenApi));
  for (const operation of operations.sort(deletesLast)) {
    const fault = await requestOne(operation, url, contract);
    const { method, prefix, path } = operation;
    if (fault) faults.push(`${method.toUpperCase()} ${prefix}${path}: ${fault} ${causeOf()}`.trim());
  }
  return { requests: operations.length, faults };
}

const FORM_TYPE = 'application/x-www-form-urlencoded';
const MULTIPART_TYPE = 'multipart/form-data';

const BOUNDARY = 'boundary-of-a-test';

/** A form of several parts, of an object and its schema: properties with a media type are files. */
function writeMultipart(value: object, { properties = {} }: JsonSchema): string {
  const parts = Object.entries(value).flatMap(([name, property]) => {
    const { items, contentMediaType = items?.contentMediaType } = properties[name] ?? {};
    const filename = contentMediaType === undefined ? '' : '; filename="file"';
    return [property]
      .flat()
      .map((text) => `Content-Disposition: form-data; name="${name}"${filename}\r\n\r\n${String(text)}\r\n`);
  });
  return [...parts.map((part) => `--${BOUNDARY}\r\n${part}`), `--${BOUNDARY}--\r\n`].join('');
}

/** A form of an object, whose inner names are in brackets. */
function writeForm(form: object): string {
  const pairs = new URLSearchParams();
  const write = (value: unknown, name: string): void => {
    if (typeof value !== 'object' || value === null) return pairs.append(name, String(value ?? ''));
    for (const [key, inner] of Object.entries(value)) write(inner, name === '' ? key : `${name}[${key}]`);
  };
  write(form, '');
  return pairs.toString();
}

interface Endpoint {
  document: OpenApi;
  operation: Operation;
  prefix: string;
  method: string;
  path: string;
}

function operationsOf(file: string, document: OpenApi): Endpoint[] {
  const prefix = file.replace('/openapi.json', '');
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item[method] ? [{ document, operation: item[method], prefix, method, path }] : [])),
  );
}

/** What is deleted is there for all others, and what is below it for what deletes that. */
function deletesLast(a: Endpoint, b: Endpoint): number {
  const weight = ({ method, path }: Endpoint) =>
    method === 'delete' || path.includes('delete') ? 1000 - path.length : 0;
  return weight(a) - weight(b);
}

async function requestOne(
  { document, operation, prefix, method, path }: Endpoint,
  url: URL,
  contract: Contract,
): Promise<string | undefined> {
  let target = path;
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  for (const each of operation.parameters ?? []) {
    const parameter = resolve(each, document);
    const value = parameter.example ?? sample(parameter.schema, document);
    // Each version deletes another object.
    const number = method === 'delete' && typeof value === 'number' ? value + Number(prefix.slice(2)) : value;
    const text = typeof number === 'object' ? JSON.stringify(number) : String(number);
    // The slashes of several segments stay.
    const segments = parameter['x-multi-segment'] ? text.split('/') : [text];
    if (parameter.in === 'path') {
      target = target.replace(`{${parameter.name}}`, segments.map(encodeURIComponent).join('/'));
    } else if (!parameter.required) continue;
    else if (parameter.in === 'query') {
      for (const item of [value].flat()) query.append(parameter.name, String(item));
    } else headers[parameter.name] = parameter.name.toLowerCase() === 'if-match' ? '"7"' : text;
  }
  const [type, media] =
    Object.entries(operation.requestBody ? resolve(operation.requestBody, document).content! : {})[0] ?? [];
  const body = media && bodyOf(type!, media.schema, document);
  if (type !== undefined) headers['content-type'] = type === MULTIPART_TYPE ? `${type}; boundary=${BOUNDARY}` : type;
  const destination = `${prefix}${target}${query.size > 0 ? `?${query}` : ''}`;
  const send = (own: Record<string, string>) => sendRequest(url, destination, method.toUpperCase(), own, body);
  const response = await send(headers);
  if (response.status >= 400) return `${response.status} ${response.body} ${body ?? ''}`;
  try {
    await contract.check(method.toUpperCase(), destination, response);
    const { content } = resolve(operation.responses[response.status]!, document);
    const others = method === 'get' ? Object.keys(content ?? {}).filter((each) => !each.endsWith('json')) : [];
    for (const accept of others) {
      const { status, headers: sent } = await send({ ...headers, accept });
      const received = sent['content-type'];
      if (status !== 200 || !received?.startsWith(accept)) return `${status} ${received} for Accept: ${accept}`;
    }
  } catch (error) {
    return String(error);
  }
  return undefined;
}

/** The text of a body; bytes have no schema. */
function bodyOf(type: string, schema: JsonSchema | undefined, document: OpenApi): string {
  const value = schema ? sample(schema, document) : 'bytes';
  if (type === MULTIPART_TYPE) return writeMultipart(value as object, resolve(schema!, document));
  if (type === FORM_TYPE) return writeForm(value as object);
  return /[/+]json$/.test(type) ? JSON.stringify(value) : String(value);
}

function resolve<Node extends { $ref?: string }>(node: Node, { components }: OpenApi): Node {
  const [, group, name] = /^#\/components\/([^/]+)\/(.+)$/.exec(node.$ref ?? '') ?? [];
  return name === undefined ? node : (components[group!]![name] as Node);
}

/** A value that the schema of an input allows. */
export function sample(given: JsonSchema, document: OpenApi, depth = 0): unknown {
  const schema = resolve(given, document);
  if (schema.const !== undefined) return schema.const;
  const [listed] = [...(schema.examples ?? []), schema.example, ...(schema.enum ?? []), schema.default].filter(
    (value) => value !== undefined && value !== null,
  );
  if (listed !== undefined) return listed;
  const [alternative] = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].filter(({ type }) => type !== 'null');
  if (alternative) return { ...object(schema, document, depth), ...wrap(sample(alternative, document, depth)) };
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => sample(part, document, depth)));
  const type = [schema.type].flat().find((each) => each !== 'null');
  switch (type) {
    case 'object':
      return object(schema, document, depth);
    case 'array':
      return [sample(schema.items ?? {}, document, depth + 1)];
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'string':
      return sampleText(schema);
    default:
      return {};
  }
}

/** Spreading a value that is no object would lose it. */
const wrap = (value: unknown): object => value as object;

function object(schema: JsonSchema, document: OpenApi, depth: number): Record<string, unknown> {
  const { properties = {}, required = [], maxProperties } = schema;
  const [[only, property] = []] = Object.entries(properties);
  if (maxProperties === 1 && only !== undefined) return { [only]: sample(property!, document, depth + 1) };
  const names = Object.keys(properties).filter((name) => required.includes(name) || depth === 0);
  const isFlat = (name: string) => {
    const { type, oneOf, anyOf, enum: values } = resolve(properties[name]!, document);
    return (
      required.includes(name) ||
      values ||
      (!oneOf && !anyOf && ![type].flat().includes('object') && ![type].flat().includes('array'))
    );
  };
  return Object.fromEntries(names.filter(isFlat).map((name) => [name, sample(properties[name]!, document, depth + 1)]));
}

function sampleText({ format, pattern, minLength = 0 }: JsonSchema): string {
  const formats: Record<string, string> = {
    'date-time': '2026-01-31T12:00:00Z',
    date: '2026-01-31',
    time: '12:00:00Z',
    duration: 'PT1H',
    email: 'ada@example.com',
    uri: 'https://example.com/',
    uuid: '00000000-0000-4000-8000-000000000007',
    byte: 'YQ==',
  };
  const known = formats[format ?? ''];
  if (known !== undefined) return known;
  const matching = TEXTS.find(
    (each) => (pattern === undefined || new RegExp(pattern, 'u').test(each)) && each.length >= minLength,
  );
  return matching ?? 'x'.repeat(minLength);
}
