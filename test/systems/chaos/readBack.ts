// What a client reads of rows whose creation was acknowledged.
import { setTimeout } from 'node:timers/promises';
import type { Answer } from './classifyAnswer.ts';
import { CHANGED, CREATED, type History, type StoredRow } from './History.ts';
import { type Destination, sendWrite } from './sendWrite.ts';
import { CREATED_NAME, changesOf, firstNameOf, linesOf } from './writes.ts';

const ATTEMPTS = 50;
const RETRY_AFTER_MS = 100;

/** Reads the rows of these histories, one after another; a row that does not exist is left out. */
export async function readBack(
  destination: Destination,
  scope: string,
  histories: readonly History[],
): Promise<StoredRow[]> {
  const rows: StoredRow[] = [];
  for (const history of histories) {
    const { kind, number, id } = history;
    const { status, body } = await read(
      destination,
      kind === 'user' ? `/v2/users/${id}` : `/v1/orders/${id}?expand=items`,
    );
    if (status === 404) continue;
    const found = JSON.parse(body) as Record<string, unknown>;
    rows.push({
      kind,
      number,
      state: kind === 'user' ? stateOfUser(scope, history, found) : stateOfOrder(history, found),
    });
  }
  return rows;
}

async function read(destination: Destination, path: string): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await sendWrite(destination, { method: 'GET', path }).catch((error: Error) => error);
    if (!(answer instanceof Error) && (answer.status === 200 || answer.status === 404)) return answer;
    if (attempt === ATTEMPTS) {
      throw new Error(`GET ${path} fails with ${answer instanceof Error ? answer.message : answer.status}`);
    }
    await setTimeout(RETRY_AFTER_MS);
  }
}

function stateOfUser(scope: string, { number }: History, user: Record<string, unknown>): StoredRow['state'] {
  if (user['firstName'] !== firstNameOf(scope, number)) return undefined;
  if (user['lastName'] === CREATED_NAME) return CREATED;
  return user['lastName'] === changesOf(scope, number).lastName ? CHANGED : undefined;
}

function stateOfOrder({ number }: History, order: Record<string, unknown>): StoredRow['state'] {
  const items = order['items'] as { quantity: number; product: { id: number } }[];
  const lines = items.map(({ quantity, product }) => ({ productId: product.id, quantity }));
  return JSON.stringify(lines) === JSON.stringify(linesOf(number)) ? CREATED : undefined;
}
