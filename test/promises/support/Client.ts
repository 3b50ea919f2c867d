import type { OutgoingHttpHeaders } from 'node:http';
import type { Scheme } from '../../cases/schemes.ts';
import { Contract } from './Contract.ts';
import { type HttpResponse, sendRequest } from './sendRequest.ts';
import { type RawResponse, sendRaw } from './sendRaw.ts';
import { ALL_SCOPES, signToken } from './signToken.ts';

/** A request without its method and path. */
export interface RequestOptions {
  /** Scopes of the token that is sent along; all by default, null for no credentials at all. */
  scope?: string | null;
  headers?: OutgoingHttpHeaders;
  /** Text and bytes are sent as they are, anything else as JSON, with its content type unless the headers have one. */
  body?: unknown;
}

/** A client of one Portico: paths are given without the base path and without the version. */
export class Client {
  readonly url: URL;
  readonly basePath: string;
  readonly #scheme: Pick<Scheme, 'prefix' | 'headers'>;
  readonly #contract: Contract;
  readonly #tokens = new Map<string, Promise<string>>();

  constructor(
    url: URL,
    basePath: string,
    scheme: Pick<Scheme, 'prefix' | 'headers'> = { prefix: '', headers: {} },
    contract = new Contract(url, basePath),
  ) {
    this.url = url;
    this.basePath = basePath;
    this.#scheme = scheme;
    this.#contract = contract;
  }

  /** A client of the same Portico that selects a version. */
  in(scheme: Pick<Scheme, 'prefix' | 'headers'>): Client {
    return new Client(this.url, this.basePath, scheme, this.#contract);
  }

  /** The path in the request line, and in `Location` and `Link`. */
  path(path: string): string {
    return `${this.basePath}${this.#scheme.prefix}${path}`;
  }

  /** Sends a request; rejects if the response is not one that the OpenAPI documents promise. */
  async request(method: string, path: string, options: RequestOptions = {}): Promise<HttpResponse> {
    const { scope = ALL_SCOPES, headers = {}, body } = options;
    const raw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
    const all: OutgoingHttpHeaders = {
      ...this.#scheme.headers,
      ...(scope !== null && { authorization: `Bearer ${await this.token(scope)}` }),
      ...(!raw && { 'content-type': 'application/json' }),
      ...headers,
    };
    // A header that a case sets to undefined is left out.
    for (const name of Object.keys(all)) if (all[name] === undefined) delete all[name];
    const response = await sendRequest(this.url, this.path(path), method, all, raw ? body : JSON.stringify(body));
    await this.#contract.check(method, this.path(path), response);
    return response;
  }

  get(path: string, options?: RequestOptions): Promise<HttpResponse> {
    return this.request('GET', path, options);
  }

  post(path: string, body: unknown, options?: RequestOptions): Promise<HttpResponse> {
    return this.request('POST', path, { ...options, body });
  }

  /** Bytes as they are; see `sendRaw`. */
  raw(bytes: string | Uint8Array): Promise<RawResponse[]> {
    return sendRaw(this.url, bytes);
  }

  /** A token with these scopes, signed once. */
  token(scope: string): Promise<string> {
    let token = this.#tokens.get(scope);
    if (!token) this.#tokens.set(scope, (token = signToken({ scope })));
    return token;
  }
}
