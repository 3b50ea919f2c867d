import { type ListOrder, type ListPosition, type SqlPosition, listOrders } from './listOrders.ts';

/** The values of a position in a list, as PostgreSQL reads them; without a position those before the first row. */
export function positionValues(
  orderBy: ListOrder,
  after: ListPosition | undefined,
): Readonly<Record<keyof SqlPosition, string>> {
  const { start } = listOrders[orderBy];
  if (!after) return start;
  const createdAt = after.createdAt === undefined ? start.createdAt : new Date(after.createdAt).toISOString();
  return { createdAt, id: String(after.id) };
}
