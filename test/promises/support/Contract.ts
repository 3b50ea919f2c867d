// Validates every response that a test receives against the OpenAPI document that the service serves: an undocumented
// status, header, media type or property is a fault, and so is a missing required header or property, even where the
// test looks at something else.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type HttpResponse, sendRequest } from './sendRequest.ts';

interface HeaderObject {
  required?: boolean;
  $ref?: string;
}

interface ResponseObject {
  headers?: Record<string, HeaderObject>;
  content?: Record<string, { schema: object; 'x-stream'?: boolean }>;
  $ref?: string;
}

interface Operation {
  responses: Record<string, ResponseObject>;
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: {
    headers: Record<string, HeaderObject>;
    responses: Record<string, ResponseObject>;
    schemas: Record<string, object>;
  };
}

/** Headers that come from the connection, or stand on every response, and not from an operation. */
const TRANSPORT = [
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'content-type',
  'content-encoding',
  'transfer-encoding',
  'trailer',
  'traceresponse',
  'x-content-type-options',
  'ratelimit',
  'ratelimit-policy',
];

/** One compiler for all documents: what it knows of JSON Schema takes longer to compile than what a response has. */
const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true, logger: false, validateSchema: false }));
ajv.addFormat('unixtime', { type: 'number', validate: Number.isSafeInteger });

/** By the texts of their schemas, which are the same for every server of one API. */
const validators = new Map<string, ValidateFunction>();
const patterns = new Map<string, RegExp>();

/** What one service promises of its REST paths. */
export class Contract {
  readonly #url: URL;
  readonly #basePath: string;
  readonly #documents = new Map<string, Promise<OpenApi | undefined>>();
  readonly #validators = new Map<object, ValidateFunction>();

  constructor(url: URL, basePath: string) {
    this.#url = url;
    this.#basePath = basePath;
  }

  /** Throws if a response does not match the documents. The response of an undocumented path must be an error. */
  async check(method: string, target: string, response: HttpResponse): Promise<void> {
    const path = decodedPath(target.slice(this.#basePath.length));
    if (!target.startsWith(this.#basePath) || path === undefined || !isRest(path)) return;
    const version = /^\/v\d+(?=\/)/.exec(path)?.[0] ?? '';
    const document = await this.#read(`${version}/openapi.json`);
    if (!document) return; // this scheme of versioning is not offered
    const fault = this.#faultOf(document, method, path.slice(version.length).replace(/(?<=.)\/$/, ''), response);
    if (fault) throw new Error(`${method} ${target} returned ${response.status}, and ${fault}:\n${response.body}`);
  }

  #faultOf(document: OpenApi, method: string, path: string, response: HttpResponse): string | undefined {
    const operation = operationAt(document, path)?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
    const absent = (...names: string[]) => {
      const name = names.find((each) => response.headers[each.toLowerCase()] === undefined);
      return name && `the header ${name} is missing`;
    };
    if (!operation) {
      if (response.status < 400 && method !== 'OPTIONS') return 'it is not documented';
      const allows = response.status === 204 || response.status === 405;
      return absent('X-Request-Id', 'Vary', ...(allows ? ['Allow'] : []));
    }
    const entry = operation.responses[response.status];
    if (!entry) return 'that status is not documented';
    const { headers: own, responses } = document.components;
    const documented = resolve(entry, responses);

    const headers = Object.entries(documented.headers ?? {});
    const known = new Set([...TRANSPORT, ...headers.map(([name]) => name.toLowerCase())]);
    const unknown = Object.keys(response.headers).find((name) => !known.has(name));
    if (unknown) return `the header ${unknown} is not documented`;
    const type = response.headers['content-type'] ?? '';
    // The documents have types without the parameters that text is sent with.
    const media = documented.content?.[type] ?? documented.content?.[type.replace(/;.*/, '')];
    const missing = absent(...headers.flatMap(([name, header]) => (resolve(header, own).required ? [name] : [])));
    if (missing) return missing;
    if (method === 'HEAD') return undefined;
    if (!documented.content) return response.body === '' ? undefined : 'it is documented to have no body';
    if (!media) return `the media type ${type} is not documented`;
    // The text of a compressed body is not JSON; what compression does is tested by itself.
    if (response.headers['content-encoding'] !== undefined) return undefined;
    const validate = this.#validatorOf(document, media.schema);
    const value = type.includes('json') && !media['x-stream'] ? response.json : response.body;
    return validate(value) ? undefined : `its body does not match: ${JSON.stringify(validate.errors)}`;
  }

  #read(path: string): Promise<OpenApi | undefined> {
    let document = this.#documents.get(path);
    if (!document) {
      document = sendRequest(this.#url, this.#basePath + path, 'GET', {}, undefined).then(({ status, json }) =>
        status === 200 ? (json as OpenApi) : undefined,
      );
      this.#documents.set(path, document);
    }
    return document;
  }

  /** Documents leave objects open for properties of later versions; here they are closed. */
  #validatorOf({ components }: OpenApi, schema: object): ValidateFunction {
    let validate = this.#validators.get(schema);
    if (!validate) {
      const document = { ...closed(schema), components: closed(components) };
      const text = JSON.stringify(document);
      validate = validators.get(text) ?? ajv.compile(document);
      validators.set(text, validate);
      this.#validators.set(schema, validate);
    }
    return validate;
  }
}

function resolve<Node extends { $ref?: string }>(node: Node, components: Record<string, Node>): Node {
  return node.$ref ? components[node.$ref.split('/').at(-1)!]! : node;
}

function isRest(path: string): boolean {
  return !/^\/?$|^\/(?:graphql|health|docs|graphiql)(?:\/|$)|openapi\.json$/.test(path);
}

/** The path of a target as it is matched; undefined where it is not well-formed. */
function decodedPath(target: string): string | undefined {
  try {
    const path = target.split('?', 1)[0]!;
    // An encoded slash separates nothing.
    return path
      .split('/')
      .map((segment) => decodeURIComponent(segment).replaceAll('/', '\0'))
      .join('/');
  } catch {
    return undefined;
  }
}

function operationAt({ paths }: OpenApi, path: string): Record<string, Operation> | undefined {
  const matching = Object.keys(paths).filter((template) => patternOf(template).test(path));
  // What follows a placeholder comes before the placeholder alone.
  const [best] = matching.sort((a, b) => a.split('{').length - b.split('{').length || b.length - a.length);
  return best === undefined ? undefined : paths[best];
}

function patternOf(template: string): RegExp {
  let pattern = patterns.get(template);
  if (!pattern) patterns.set(template, (pattern = new RegExp(`^${template.replace(/\{[^}]*\}/g, '[^/]+')}$`, 's')));
  return pattern;
}

function closed<Schema>(schema: Schema): Schema {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(closed) as Schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  if (copy['type'] === 'object' && 'properties' in copy) copy['additionalProperties'] = false;
  return copy as Schema;
}
