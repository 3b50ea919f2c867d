/** The order of a list: by immutable columns, so that a cursor neither skips nor repeats a row. The id decides between equal times. */
export type ListOrder = 'ID_ASC' | 'ID_DESC' | 'CREATED_AT_ASC' | 'CREATED_AT_DESC';

/** The position after a row of a list. */
export interface ListPosition {
  id: number;
  /** In milliseconds since 1970; present in the orders by creation time. */
  createdAt?: number;
}

/** A position as SQL expressions. */
export interface SqlPosition {
  createdAt: string;
  id: string;
}

/** How SQL reads a list in one order. */
export interface ListOrderSql {
  /** The condition for the rows after a position. */
  isAfter(position: SqlPosition): string;
  /** Whether the position has a time. */
  readsTime: boolean;
  /** What ORDER BY lists. */
  columns: string;
  /** The same for the opposite order. */
  reversed: string;
  /** The values of the position before the first row. */
  start: Readonly<Record<keyof SqlPosition, string>>;
}

const LOWEST = { createdAt: '-infinity', id: '-1' };
const HIGHEST = { createdAt: 'infinity', id: '9223372036854775807' };

/** The orders of a list, over the columns `id` and `created_at`. */
export const listOrders: Readonly<Record<ListOrder, ListOrderSql>> = {
  ID_ASC: {
    isAfter: ({ id }) => `id > ${id}`,
    readsTime: false,
    columns: 'id',
    reversed: 'id DESC',
    start: LOWEST,
  },
  ID_DESC: {
    isAfter: ({ id }) => `id < ${id}`,
    readsTime: false,
    columns: 'id DESC',
    reversed: 'id',
    start: HIGHEST,
  },
  CREATED_AT_ASC: {
    isAfter: ({ createdAt, id }) => `(created_at, id) > (${createdAt}, ${id})`,
    readsTime: true,
    columns: 'created_at, id',
    reversed: 'created_at DESC, id DESC',
    start: LOWEST,
  },
  CREATED_AT_DESC: {
    isAfter: ({ createdAt, id }) => `(created_at, id) < (${createdAt}, ${id})`,
    readsTime: true,
    columns: 'created_at DESC, id DESC',
    reversed: 'created_at, id',
    start: HIGHEST,
  },
};
