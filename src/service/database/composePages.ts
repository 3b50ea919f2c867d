// The statements that read pages of a whole list. What they select is read of the rows of the pages alone, not of those that they skip.
import type { ListOrderSql } from './listOrders.ts';
import { type CountedTable, listTotal } from './listTotal.ts';

/** A list, and what is selected of its rows. */
export interface PagedList {
  table: CountedTable;
  /** The select list. */
  columns: string;
  order: ListOrderSql;
}

/**
 * One page: after the id $1, and in the orders by creation time after the time $4, $2 rows, of which $3 are skipped. PostgreSQL plans
 * and runs it in half the time of `composePages`.
 */
export function composePage({ table, columns, order }: PagedList): string {
  return `
    SELECT ${columns} FROM (
      SELECT * FROM ${table} WHERE ${order.isAfter({ createdAt: '$4::timestamptz', id: '$1::bigint' })}
      ORDER BY ${order.columns} LIMIT $2 OFFSET $3
    ) AS found ORDER BY ${order.columns}`;
}

/** Many pages, numbered from 1 in the column `page`; the parameters are those of `composePage`, as arrays. */
export function composePages({ table, columns, order }: PagedList): string {
  return `
    SELECT page.number AS page, ${columns} FROM ${givenPages(order)}
    CROSS JOIN LATERAL (
      SELECT * FROM ${table} WHERE ${order.isAfter({ createdAt: 'page.after_time', id: 'page.after_id' })}
      ORDER BY ${order.columns} LIMIT page.size OFFSET page.skipped
    ) AS found
    ORDER BY page.number, ${order.columns}`;
}

/**
 * `composePages` for pages that skip many rows of the whole list: it finds the last skipped row in the index alone, and from the end of
 * the list where that is nearer. A page that skips rows is after no position.
 */
export function composeDeepPages({ table, columns, order }: PagedList): string {
  const [start, position, last] = order.readsTime
    ? ['page.after_time, page.after_id', 'created_at, id', 'last_time, last_id']
    : ['page.after_id', 'id', 'last_id'];
  return `
    WITH list AS MATERIALIZED (${listTotal(table)})
    SELECT page.number AS page, ${columns} FROM ${givenPages(order)}
    CROSS JOIN LATERAL (
      SELECT ${start} WHERE page.skipped = 0
      UNION ALL (
        SELECT ${position} FROM ${table} WHERE page.skipped > 0 AND page.skipped <= (SELECT count FROM list) / 2
        ORDER BY ${order.columns} LIMIT 1 OFFSET greatest(page.skipped - 1, 0)
      ) UNION ALL (
        SELECT ${position} FROM ${table}
        WHERE page.skipped > (SELECT count FROM list) / 2 AND page.skipped < (SELECT count FROM list) AND page.skipped > 0
        ORDER BY ${order.reversed} LIMIT 1 OFFSET greatest((SELECT count FROM list) - page.skipped, 0)
      )
    ) AS skipped (${last})
    CROSS JOIN LATERAL (
      SELECT * FROM ${table} WHERE ${order.isAfter({ createdAt: 'last_time', id: 'last_id' })}
      ORDER BY ${order.columns} LIMIT page.size
    ) AS found
    ORDER BY page.number, ${order.columns}`;
}

function givenPages({ readsTime }: ListOrderSql): string {
  const [times, time] = readsTime ? [', $4::timestamptz[]', ', after_time'] : ['', ''];
  return `unnest($1::bigint[], $2::bigint[], $3::bigint[]${times})
      WITH ORDINALITY AS page (after_id, size, skipped${time}, number)`;
}
