// The rules of placing an order. An invalid order is refused with all of its problems.
import type { Problem } from '../../../gateway/errors/ServiceError.ts';
import { invalidInputError } from '../../../gateway/errors/invalidInputError.ts';
import type { CreateOrderInput } from './resolvers.generated.ts';

const MAX_ITEMS = 100;

/** Refuses an order without items, or with too many. Throws BAD_USER_INPUT. */
export function checkItems({ items }: CreateOrderInput): void {
  if (items.length >= 1 && items.length <= MAX_ITEMS) return;
  throw invalidInputError([{ field: 'items', message: `must have between 1 and ${MAX_ITEMS} items` }]);
}

/** Prices an order by its products, by id, of which those that do not exist are missing. Throws BAD_USER_INPUT. */
export function priceOrder(
  { items, userId }: CreateOrderInput,
  products: ReadonlyMap<number, { price: bigint; currency: string }>,
  userExists: boolean,
) {
  const problems = items.flatMap(({ productId }, position): Problem[] => {
    if (products.has(productId)) return [];
    const message = `must be the id of an existing product; ${productId} does not exist`;
    return [{ field: `items.${position}.productId`, message }];
  });
  if (!userExists)
    problems.push({ field: 'userId', message: `must be the id of an existing user; ${userId} does not exist` });
  const currencies = [...new Set([...products.values()].map(({ currency }) => currency))].toSorted();
  if (currencies.length > 1) {
    problems.push({ field: 'items', message: `must have prices in one currency, not in ${currencies.join(' and ')}` });
  }
  if (problems.length > 0) throw invalidInputError(problems);

  const priced = items.map(({ productId, quantity }) => ({ productId, quantity, ...products.get(productId)! }));
  const total = priced.reduce((sum, { price, quantity }) => sum + price * BigInt(quantity), 0n);
  if (total > Number.MAX_SAFE_INTEGER) {
    const message = `must have a total of at most ${Number.MAX_SAFE_INTEGER} minor units`;
    throw invalidInputError([{ field: 'items', message }]);
  }
  return {
    total: Number(total),
    currency: currencies[0]!,
    items: priced.map(({ productId, quantity, price }) => ({ productId, quantity, unitPrice: Number(price) })),
  };
}
