import { Prisma } from './client/client.ts';

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
  createdAt: Prisma.Sql;
  id: Prisma.Sql;
}

/** How SQL reads a list in one order. */
interface ListOrderSql {
  /** The condition for the rows after a position. */
  isAfter(position: SqlPosition): Prisma.Sql;
  /** What ORDER BY lists. */
  columns: Prisma.Sql;
  /** The values of the position before the first row. */
  start: Readonly<Record<keyof SqlPosition, string>>;
}

const LOWEST = { createdAt: '-infinity', id: '-1' };
const HIGHEST = { createdAt: 'infinity', id: '9223372036854775807' };

/** The orders of a list, over the columns `id` and `created_at`. */
export const listOrders: Readonly<Record<ListOrder, ListOrderSql>> = {
  ID_ASC: {
    isAfter: ({ id }) => Prisma.sql`id > ${id}`,
    columns: Prisma.sql`id`,
    start: LOWEST,
  },
  ID_DESC: {
    isAfter: ({ id }) => Prisma.sql`id < ${id}`,
    columns: Prisma.sql`id DESC`,
    start: HIGHEST,
  },
  CREATED_AT_ASC: {
    isAfter: ({ createdAt, id }) => Prisma.sql`(created_at, id) > (${createdAt}, ${id})`,
    columns: Prisma.sql`created_at, id`,
    start: LOWEST,
  },
  CREATED_AT_DESC: {
    isAfter: ({ createdAt, id }) => Prisma.sql`(created_at, id) < (${createdAt}, ${id})`,
    columns: Prisma.sql`created_at DESC, id DESC`,
    start: HIGHEST,
  },
};
