// The rules of placing an order. An invalid order is refused with all of its problems, and nothing is stored.
import type { Problem } from '../../../gateway/errors/ServiceError.ts';
import { invalidInputError } from '../../../gateway/errors/invalidInputError.ts';
import type { Scope } from '../../database/Scope.ts';
import type { OrderRow, OrderStore, Placement } from './OrderStore.ts';
import type { CreateOrderInput } from './resolvers.generated.ts';

const MAX_ITEMS = 100;

/** Places an order at the current prices of its products. Rejects with BAD_USER_INPUT. */
export async function placeOrder(store: OrderStore, input: CreateOrderInput, scope: Scope): Promise<OrderRow> {
  const { items, userId = null } = input;
  if (items.length < 1 || items.length > MAX_ITEMS) {
    throw invalidInputError([{ field: 'items', message: `must have between 1 and ${MAX_ITEMS} items` }]);
  }
  const placement = await store.place(userId, items, scope);
  if (!placement.order) throw invalidInputError(problemsOf(input, placement));
  return placement.order;
}

function problemsOf(
  { items, userId }: CreateOrderInput,
  { userExists, unknownProducts, currencies }: Placement,
): Problem[] {
  const problems = unknownProducts.map((position) => ({
    field: `items.${position}.productId`,
    message: `must be the id of an existing product; ${items[position]?.productId} does not exist`,
  }));
  if (!userExists)
    problems.push({ field: 'userId', message: `must be the id of an existing user; ${userId} does not exist` });
  if (currencies.length > 1) {
    problems.push({ field: 'items', message: `must have prices in one currency, not in ${currencies.join(' and ')}` });
  }
  // The only reason left.
  if (problems.length === 0) {
    problems.push({ field: 'items', message: `must have a total of at most ${Number.MAX_SAFE_INTEGER} minor units` });
  }
  return problems;
}
