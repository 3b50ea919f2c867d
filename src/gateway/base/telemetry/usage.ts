// Who still uses what: the requests of each client, by endpoint and version. The server counts them in memory, and
// `portico usage` from the log.
import type { RequestLine } from './requestLog.ts';

/** How often something was used, and when last. */
export interface Use {
  requests: number;
  /** Milliseconds since the epoch. */
  lastUse: number;
}

/** What one client used of an endpoint. */
export interface Usage extends Use {
  /** Method and path template, such as `GET /products/{id}`. */
  endpoint: string;
  version: number;
  client: string;
  /** Its deprecated parameters and fields that were used, such as `parameter sort`. */
  deprecated: Map<string, Use>;
}

/** As `Usage`, with its deprecated parts as entries. */
type CountedUsage = Omit<Usage, 'deprecated'> & { deprecated: readonly (readonly [string, Use])[] };

/** A request, as its line of the log has it. */
export type UsedRequest = Pick<RequestLine, 'endpoint' | 'version' | 'client' | 'deprecated' | 'status'>;

/** Clients name themselves, so that there could be any number of names. */
const MAX_CLIENTS = 1_000;
/** Each of them at every endpoint of a large API would take hundreds of megabytes. */
const MAX_USAGES = 50_000;

/** Counts what clients use. After the first 1,000 clients, or 50,000 uses of endpoints, further ones count together, as `other`. */
export class UsageTable {
  readonly #usages = new Map<string, Usage>();
  readonly #clients = new Set<string>();

  /** Counts a request that reached an endpoint, whatever its status: but for 401, as nobody knows whose that is. */
  record({ endpoint, version, client, deprecated = [], status }: UsedRequest, time: number): void {
    if (endpoint === undefined || version === undefined || status === 401) return;
    const use = { requests: 1, lastUse: time };
    this.add({ endpoint, version, client, ...use, deprecated: deprecated.map((part) => [part, use]) });
  }

  /** Adds what was counted elsewhere. */
  add({ endpoint, version, client: name, deprecated, ...use }: CountedUsage): void {
    let client = this.#countedAs(name);
    const keyOf = () => `${version} ${endpoint} ${client}`;
    if (this.#usages.size >= MAX_USAGES && !this.#usages.has(keyOf())) client = 'other';
    const key = keyOf();
    let usage = this.#usages.get(key);
    if (!usage) this.#usages.set(key, (usage = { endpoint, version, client, ...UNUSED, deprecated: new Map() }));
    addTo(usage, use);
    for (const [part, partUse] of deprecated) {
      let used = usage.deprecated.get(part);
      if (!used) usage.deprecated.set(part, (used = { ...UNUSED }));
      addTo(used, partUse);
    }
  }

  values(): IterableIterator<Readonly<Usage>> {
    return this.#usages.values();
  }

  #countedAs(client: string): string {
    if (this.#clients.has(client)) return client;
    if (this.#clients.size >= MAX_CLIENTS) return 'other';
    this.#clients.add(client);
    return client;
  }
}

const UNUSED: Use = { requests: 0, lastUse: 0 };

function addTo(to: Use, { requests, lastUse }: Use): void {
  to.requests += requests;
  to.lastUse = Math.max(to.lastUse, lastUse);
}
