// The rules of placing an order. Everything that is wrong with one is refused at once, and then nothing is stored.
import type { Problem } from '../../../gateway/errors/ServiceError.ts';
import { invalidInputError } from '../../../gateway/errors/invalidInputError.ts';
import type { OrderRow, OrderStore, Placement } from './OrderStore.ts';
import type { CreateOrderInput } from './resolvers.generated.ts';

const MAX_ITEMS = 100;

/** Places an order at the products' prices of this moment. */
export async function placeOrder(store: OrderStore, input: CreateOrderInput): Promise<OrderRow> {
  const { items, userId = null } = input;
  if (items.length < 1 || items.length > MAX_ITEMS) {
    throw invalidInputError([{ field: 'items', message: `must have from 1 to ${MAX_ITEMS} items` }]);
  }
  const placement = await store.place(userId, items);
  if (!placement.order) throw invalidInputError(problemsOf(input, placement));
  return placement.order;
}

function problemsOf(
  { items, userId }: CreateOrderInput,
  { userExists, unknownProducts, currencies }: Placement,
): Problem[] {
  const problems = unknownProducts.map((position) => ({
    field: `items.${position}.productId`,
    message: `must be the id of a product that exists, which ${items[position]?.productId} is not`,
  }));
  if (!userExists)
    problems.push({ field: 'userId', message: `must be the id of a user who exists, which ${userId} is not` });
  if (currencies.length > 1) {
    problems.push({ field: 'items', message: `must have prices in one currency, not in ${currencies.join(' and ')}` });
  }
  // Nothing else stands in the way of an order.
  if (problems.length === 0) {
    problems.push({ field: 'items', message: `must cost at most ${Number.MAX_SAFE_INTEGER} in minor units` });
  }
  return problems;
}
