import type { ListOrder } from '../database/listOrders.ts';

/** Whether the id alone is the position in a list of this order; otherwise the creation time comes first. */
export function isOrderedById(orderBy: ListOrder): boolean {
  return orderBy === 'ID_ASC' || orderBy === 'ID_DESC';
}
