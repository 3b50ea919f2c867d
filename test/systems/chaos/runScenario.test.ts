// The recorder must be able to fail: servers that break a promise, each in its own way.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { runScenario } from './runScenario.ts';
import type { Keys } from './History.ts';
import type { Scenario, Topology } from './Scenario.ts';

interface StoredUser {
  id: number;
  first_name: string;
  last_name: string;
  email: string | null;
}

interface StoredOrder {
  id: number;
  lines: { productId: number; quantity: number }[];
}

/** What a stub does with a creation. */
interface Treatment {
  /** How often the row is stored. */
  copies?: number;
  /** The lines of an order that are stored. */
  lines?: number;
  status?: number;
  /** The `code` of the response. */
  code?: string;
  /** Whether the total of users does not count it. */
  isUncounted?: boolean;
  /** The connection is cut instead of a response. */
  isCut?: boolean;
}

/** What happens to each creation. */
type Treat = (creation: number, kind: string) => Treatment;

/** A service in memory that treats the creations of a scenario as a test says. */
class Stub implements Topology {
  readonly keys: Keys | undefined;
  readonly users: StoredUser[] = [];
  readonly orders: StoredOrder[] = [];
  readonly url: URL;
  readonly end: () => Promise<void>;
  #rows = 0;
  #uncounted = 0;

  private constructor(url: URL, keys: Keys | undefined, end: () => Promise<void>) {
    this.url = url;
    this.keys = keys;
    this.end = end;
  }

  static async start(treat: Treat, keys: Keys | undefined): Promise<Stub> {
    let creations = 0;
    const server = createServer(async (incoming, outgoing) => {
      const body = await readBody(incoming);
      const kind = incoming.url!.includes('orders') ? 'order' : 'user';
      const treatment = incoming.method === 'POST' && !isOwn(body?.['firstName']) ? treat(creations++, kind) : {};
      if (treatment.isUncounted) stub.#uncounted++;
      const [status, answer] = stub.serve(incoming, body, treatment);
      if (treatment.isCut) return void outgoing.destroy();
      const etag = `"${(answer as { lastName?: string }).lastName}"`;
      outgoing.writeHead(treatment.status ?? status, { 'content-type': 'application/json', etag });
      outgoing.end(status === 204 ? undefined : JSON.stringify({ ...(answer as object), code: treatment.code }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const stub = new Stub(new URL(`http://127.0.0.1:${port}`), keys, async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return stub;
  }

  async withDatabase<Result>(read: Parameters<Topology['withDatabase']>[0]): Promise<Result> {
    const orders = this.orders.map(({ lines }) => ({ total: 1, sum: 1, lines }));
    return (await read(async (sql, [id]) => {
      const rows = this.users.length;
      if (sql.includes('list_totals')) return [{ list: 'users', rows, total: rows - this.#uncounted }];
      if (sql.includes('FROM orders')) return orders;
      const isRead = (user: StoredUser) => (sql.includes('WHERE id') ? user.id === id : !isOwn(user.first_name));
      return this.users.filter(isRead).map((user) => ({ ...user }));
    })) as Result;
  }

  serve(
    { method, url = '', headers }: IncomingMessage,
    body: Record<string, unknown> | undefined,
    { copies = 1, lines = Infinity }: Treatment,
  ): [number, unknown] {
    const id = Number(/\/(\d+)/.exec(url.slice(3))?.[1] ?? ++this.#rows);
    const user = this.users.find((each) => each.id === id);
    const order = this.orders.find((each) => each.id === id);
    if (method === 'POST') {
      for (let copy = 0; copy < copies; copy++) {
        if (url.includes('orders'))
          this.orders.push({ id, lines: (body!['items'] as StoredOrder['lines']).slice(0, lines) });
        else
          this.users.push({
            id,
            first_name: String(body!['firstName']),
            last_name: String(body!['lastName']),
            email: null,
          });
      }
      return [201, { id }];
    }
    if (order)
      return [200, { items: order.lines.map(({ productId, quantity }) => ({ quantity, product: { id: productId } })) }];
    if (!user) return [404, {}];
    if (method === 'DELETE') {
      this.users.splice(this.users.indexOf(user), 1);
      return [204, {}];
    }
    const ifMatch = headers['if-match'];
    if (ifMatch !== undefined && ifMatch !== `"${user.last_name}"`) return [412, {}];
    if (method === 'PATCH') Object.assign(user, { last_name: body!['lastName'], email: body!['email'] ?? null });
    return [200, { id, firstName: user.first_name, lastName: user.last_name }];
  }
}

/** Whether a user is one of the scenario itself. */
const isOwn = (firstName: unknown) => /^(?:Owner|Counter)/.test(String(firstName));

async function readBody(incoming: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? undefined : (JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>);
}

const NO_FAULT: Scenario = { name: 'no fault', isShort: true, isFelt: false, run: async () => {} };

async function run(treat: Treat, scenario = NO_FAULT, keys?: Keys) {
  const stub = await Stub.start(treat, keys);
  onTestFinished(stub.end);
  return runScenario(stub, scenario, { seed: 1, rounds: 1, token: 'any' });
}

test('a server that keeps its promises passes', async () => {
  const scenario: Scenario = { ...NO_FAULT, run: (_, load) => load.acknowledges(300) };
  const { counts, verdict, failures } = await run(() => ({}), scenario);
  expect(failures).toEqual([]);
  expect(counts).toMatchObject({ acknowledged: verdict.found, unknown: 0 });
  expect(verdict.found).toBeGreaterThan(300);
});

test.each<[string, Treat, string]>([
  ['acknowledges before it writes, and never writes', (creation) => (creation === 9 ? { copies: 0 } : {}), 'lost'],
  ['writes twice', (creation) => (creation === 9 ? { copies: 2 } : {}), 'doubled'],
  ['writes and refuses', (creation) => (creation === 9 ? { status: 503 } : {}), 'refusedButFound'],
])('a server that once %s fails', async (_, treat, fault) => {
  const { verdict, failures } = await run(treat);
  expect(verdict).toMatchObject({ [fault]: 1 });
  expect(failures).toContain('rows break the promise');
});

test('a server that ignores an Idempotency-Key doubles what is sent again, and fails', async () => {
  const cut: Treat = (creation) => ({ isCut: creation > 9 && creation < 30 });
  expect((await run(cut)).verdict).toMatchObject({ doubled: 0, lost: 0 });
  const { verdict, retries, failures } = await run(cut, NO_FAULT, 'exactly once');
  expect(verdict.doubled).toBeGreaterThan(0);
  expect(retries).toBeGreaterThanOrEqual(verdict.doubled);
  expect(failures).toContain('rows break the promise');
});

test('a server whose total of a list leaves out a row fails', async () => {
  const { verdict, failures } = await run((creation) => ({ isUncounted: creation === 9 }));
  expect(failures).toEqual([expect.stringMatching(/^the total of users is \d+, of \d+ rows$/)]);
  expect(verdict).toMatchObject({ lost: 0, doubled: 0, halfWritten: 0, refusedButFound: 0 });
});

test('an outcome that stays unknown ends the retries of a key that promises at most once, and no others', async () => {
  const unknown: Treat = (creation) => (creation > 9 && creation < 30 ? { status: 409, code: 'OUTCOME_UNKNOWN' } : {});
  const atMostOnce = await run(unknown, NO_FAULT, 'at most once');
  expect(atMostOnce).toMatchObject({ retries: 0, verdict: { lost: 0, doubled: 0 }, failures: [] });
  expect(atMostOnce.counts.unknown).toBeGreaterThan(0);
  const exactlyOnce = await run(unknown, NO_FAULT, 'exactly once');
  expect(exactlyOnce.verdict.doubled).toBeGreaterThan(0);
});

test('a server that stores one line of every order fails', async () => {
  const { verdict, failures } = await run((_, kind) => (kind === 'order' ? { lines: 1 } : {}));
  expect(verdict.halfWritten).toBeGreaterThan(0);
  expect(failures).toEqual(['rows break the promise', 'GET does not show what was acknowledged']);
});

test('a response outside of the interface is quoted, and fails', async () => {
  const { failures } = await run((creation) => (creation === 9 ? { status: 502 } : {}));
  expect(failures).toEqual([expect.stringMatching(/^1 unexpected responses: POST \/v\d\/\w+ is 502 \{"id":\d+\}$/)]);
});

test('a fault that no client notices fails, if they should', async () => {
  const { failures } = await run(() => ({}), { ...NO_FAULT, isFelt: true });
  expect(failures).toEqual(['no client noticed the fault']);
});

test('a scenario that rejects fails with its reason', async () => {
  const scenario = { ...NO_FAULT, run: () => Promise.reject(new Error('the exit code after SIGTERM is 1')) };
  expect((await run(() => ({}), scenario)).failures).toEqual(['the exit code after SIGTERM is 1']);
});
