// Sends random requests, and checks what comes back.
import fc from 'fast-check';
import { anyRequest, type AnyRequest } from '../../promises/support/anyRequest.ts';
import { Client } from '../../promises/support/Client.ts';
import { mostly } from '../../promises/support/anyText.ts';
import { anyDocumentedRequest, type RequestDocument } from './anyDocumentedRequest.ts';
import { anyRawBytes, type RawBytes } from './anyRawBytes.ts';
import { describeBytes, describeRequest } from './describeRequest.ts';
import { sendBytes } from './sendBytes.ts';

type Probe = { request: AnyRequest } | { raw: RawBytes };

/** How many random values have one seed. */
const BATCH = 500;
/** Requests that are under way together. */
const TOGETHER = 16;
const MAX_FAILURES = 10;

/** Methods and transfer codings, and versions of HTTP: the 5xx that a client can cause, only by raw bytes. */
const REFUSED_STATUSES: ReadonlySet<number> = new Set([501, 505]);

/** A closed loop of clients that send random requests. */
export class Fuzzer {
  /** How often each status was returned, to requests and to raw bytes. */
  readonly statuses = new Map<string, number>();
  /** The first responses that should not be, each with a command that causes it. */
  readonly failures: string[] = [];
  failureCount = 0;
  readonly #client: Client;
  readonly #anyProbe: fc.Arbitrary<Probe>;

  private constructor(client: Client, anyProbe: fc.Arbitrary<Probe>) {
    this.#client = client;
    this.#anyProbe = anyProbe;
  }

  /** Prepares to fuzz the service at this address by its own OpenAPI documents. */
  static async create(url: URL, token: string): Promise<Fuzzer> {
    const documented = await Promise.all(
      ['', '/v1', '/v2'].map(async (prefix) => {
        const response = await fetch(new URL(`${prefix}/openapi.json`, url));
        return anyDocumentedRequest((await response.json()) as RequestDocument, prefix);
      }),
    );
    const request = mostly(fc.oneof(...documented), anyRequest, 2).map((each): Probe => ({ request: each }));
    const raw = anyRawBytes(token).map((each): Probe => ({ raw: each }));
    return new Fuzzer(new Client(url, ''), mostly(request, raw, 3));
  }

  /** Sends so many requests; `seed` decides which. Stops when `isOver` says so. */
  async run(seed: number, requests: number, isOver: () => boolean): Promise<void> {
    for (let sent = 0; sent < requests && !isOver(); sent += BATCH) {
      const numRuns = Math.min(BATCH, requests - sent);
      const probes = fc.sample(this.#anyProbe, { numRuns, seed: seed + sent });
      await Promise.all(
        Array.from({ length: TOGETHER }, async () => {
          for (let probe = probes.pop(); probe; probe = probes.pop()) await this.#send(probe);
        }),
      );
    }
  }

  async #send(probe: Probe): Promise<void> {
    try {
      if ('raw' in probe) await this.#sendRaw(probe.raw);
      else await this.#sendRequest(probe.request);
    } catch (error) {
      this.failureCount++;
      const { url } = this.#client;
      const command = 'raw' in probe ? describeBytes(url, probe.raw.bytes) : describeRequest(url, probe.request);
      if (this.failures.length < MAX_FAILURES) this.failures.push(`${(error as Error).message}\n  ${command}`);
    }
  }

  /** Rejects if the response is none that the OpenAPI documents promise. */
  async #sendRequest({ method, path, headers, body, scope }: AnyRequest): Promise<void> {
    const response = await this.#client.request(method, path, { scope, headers, body });
    this.#count('requests', response.status);
    if (response.status >= 500) throw new Error(`${method} ${path} returned ${response.status}: ${response.body}`);
  }

  async #sendRaw(raw: RawBytes): Promise<void> {
    const statuses = await sendBytes(this.#client.url, raw);
    for (const status of statuses) this.#count('raw bytes', status);
    if (statuses.length === 0) this.#count('raw bytes', 'none');
    const failed = statuses.find((status) => status >= 500 && !REFUSED_STATUSES.has(status));
    if (failed !== undefined) throw new Error(`raw bytes were answered with ${failed}`);
  }

  #count(kind: string, status: number | 'none'): void {
    const key = `${kind} ${status}`;
    this.statuses.set(key, (this.statuses.get(key) ?? 0) + 1);
  }
}
