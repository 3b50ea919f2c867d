// Orders with an Idempotency-Key whose answers are lost by faults, and what must hold when they are sent again.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { V1 } from '../../cases/schemes.ts';
import type { Client } from './Client.ts';
import { idOf, listOf } from './expectations.ts';
import { ALL_SCOPES } from './signToken.ts';

/** The time until an order has to be placed after a fault. */
const RETRY_TIMEOUT_MS = 60_000;

/** One order, and the request for it. Its user places no other one, so the orders of the user are those of the request. */
export interface Order {
  key: string;
  userId: number;
  /** The body of the responses with 201, once there is one. */
  body?: string;
}

/** What a first request has led to. */
interface Answer {
  status: number;
  /** Absent if it was cut. */
  body?: string;
}

/** First requests that are under way. */
export interface Attempts {
  /** Resolves when this many have an answer or none any more. */
  untilSettled(count: number): Promise<void>;
}

/** What the orders have gone through. */
export interface Tally {
  /** All of them. */
  runs: number;
  /** Those whose first request had committed. */
  committed: number;
  /** Those whose first request was answered with an unknown outcome. */
  unknown: number;
}

/** Loses the answers to orders, sends them again, and checks that there is exactly one of each. */
export class Retries {
  readonly tally: Tally = { runs: 0, committed: 0, unknown: 0 };
  readonly #orders: Order[] = [];

  /**
   * Sends orders at once while `fail` makes a fault, and nobody waits for their answers any longer. Then `recover` returns a client
   * with which they are sent again. With `cut` the connection of each is closed when its answer begins to arrive.
   */
  async run(
    client: Client,
    { count, cut = false }: { count: number; cut?: boolean },
    fail: (attempts: Attempts) => Promise<Client>,
  ): Promise<void> {
    const orders = await Promise.all(
      Array.from({ length: count }, async (): Promise<Order> => {
        const userId = idOf(await client.in(V1).post('/users', { name: 'Retry' }));
        return { key: randomUUID(), userId };
      }),
    );
    this.#orders.push(...orders);
    let settled = 0;
    const waiting = new Set<() => void>();
    const attempts = orders.map(async (order) => {
      const answer = await attempt(client, order, cut).catch(() => undefined);
      settled++;
      for (const check of waiting) check();
      return answer;
    });
    const untilSettled = (wanted: number) =>
      new Promise<void>((resolve) => {
        const check = () => void (settled >= wanted && resolve());
        waiting.add(check);
        check();
      });
    const next = await fail({ untilSettled });
    const answers = await Promise.all(attempts);
    await Promise.all(orders.map((order, index) => this.#retry(next, order, answers[index])));
  }

  /** Checks once more that each order exists once, and that its response is still the same. */
  async expectAll(client: Client): Promise<void> {
    for (const order of this.#orders) {
      expect(await ordersOf(client, order)).toBe(1);
      expect(await send(client, order)).toMatchObject({ status: 201, body: order.body, isReplayed: true });
    }
  }

  async #retry(client: Client, order: Order, answer: Answer | undefined): Promise<void> {
    const existing = await ordersOf(client, order);
    if (answer?.status === 201) expect(existing).toBe(1);
    else if (answer?.status === 500) expect(answer.body).toContain('The outcome of the request is unknown');
    else if (answer) expect([answer, existing]).toEqual([{ ...answer, status: 503 }, 0]);
    expect(existing).toBeLessThanOrEqual(1);

    const placed = await this.#sendUntilPlaced(client, order);
    expect([placed.isReplayed, existing]).toEqual([existing === 1, existing]);
    if (answer?.status === 201 && answer.body !== undefined) expect(placed.body).toBe(answer.body);
    expect(await send(client, order)).toEqual({ ...placed, isReplayed: true });
    expect(await ordersOf(client, order)).toBe(1);
    order.body = placed.body;
    this.tally.runs++;
    this.tally.committed += existing;
    this.tally.unknown += answer?.status === 500 ? 1 : 0;
  }

  async #sendUntilPlaced(client: Client, order: Order) {
    const deadline = Date.now() + RETRY_TIMEOUT_MS;
    for (;;) {
      const sent = await send(client, order);
      if (sent.status === 201) return sent;
      // The lock of a session that was lost may be held until PostgreSQL notices.
      expect([409, 503]).toContain(sent.status);
      expect(Date.now()).toBeLessThan(deadline);
      await setTimeout(50);
    }
  }
}

const PATH = '/orders?expand=items,user';
const bodyOf = ({ userId }: Order) => ({ userId, items: [{ productId: 1, quantity: 2 }] });

/** Sends an order; everything but what differs between a first response and its replay. */
async function send(client: Client, order: Order) {
  const { status, body, headers } = await client
    .in(V1)
    .post(PATH, bodyOf(order), { headers: { 'idempotency-key': order.key } });
  return { status, body, location: headers.location, isReplayed: headers['idempotency-replayed'] === 'true' };
}

/** Sends an order on a connection of its own; rejects if that is closed before the answer is complete. */
async function attempt(client: Client, order: Order, cut: boolean): Promise<Answer> {
  const outgoing = request({
    host: client.url.hostname,
    port: client.url.port,
    path: client.in(V1).path(PATH),
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${await client.token(ALL_SCOPES)}`,
      'content-type': 'application/json',
      'idempotency-key': order.key,
    },
  });
  const arrived = once(outgoing, 'response');
  outgoing.end(JSON.stringify(bodyOf(order)));
  const [incoming] = (await arrived) as [IncomingMessage];
  const status = incoming.statusCode ?? 0;
  if (!cut) return { status, body: await text(incoming) };
  incoming.on('error', () => {});
  outgoing.destroy();
  return { status };
}

async function ordersOf(client: Client, { userId }: Order): Promise<number> {
  return listOf(await client.in(V1).get(`/orders?userId=${userId}`)).data.length;
}
