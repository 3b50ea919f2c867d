// The policy of this schema: customers see their own orders, staff see all. Resolvers read rows only by the filter of the caller.
import { GraphQLError } from 'graphql';
import type { PorticoExchange } from '../../src/gateway/index.ts';
import type { Order, OrderFilter, OrderStore } from './store.ts';

interface ListArguments {
  status?: Order['status'] | null;
  first: number;
  after?: string | null;
  offset?: number | null;
}

/** Creates the resolvers over a store. */
export function createResolvers(store: OrderStore) {
  const write = (id: string, exchange: PorticoExchange, change: (order: Order) => void) => {
    const order = store.find(Number(id), rowsOf(exchange));
    if (order) change(order);
    // Null is 404, for an order of another customer as for one that does not exist.
    return order;
  };
  return {
    Query: {
      order: (_: unknown, { id }: { id: string }, exchange: PorticoExchange) =>
        store.find(Number(id), rowsOf(exchange)),
      orders: (_: unknown, { status, first, after, offset }: ListArguments, exchange: PorticoExchange) => {
        // The row filter comes last: no argument replaces it.
        const filter = { ...(status && { status }), ...rowsOf(exchange) };
        // One more than requested: whether there is a next page.
        const found = store.list(filter, { first: first + 1, after: Number(after ?? 0), offset: offset ?? 0 });
        const nodes = found.slice(0, first);
        return {
          nodes,
          totalCount: () => store.count(filter),
          pageInfo: { endCursor: nodes.at(-1)?.id, hasNextPage: found.length > first },
        };
      },
    },
    Mutation: {
      cancelOrder: (_: unknown, { id }: { id: string }, exchange: PorticoExchange) =>
        write(id, exchange, (order) => {
          if (order.status !== 'PENDING') throw refusal('CONFLICT', `Order ${id} is ${order.status}.`);
          order.status = 'CANCELLED';
        }),
      refundOrder: (_: unknown, { id }: { id: string }, exchange: PorticoExchange) =>
        write(id, exchange, (order) => {
          // The caller sees the order, so it is 403 and not 404.
          if (!isStaff(exchange)) throw refusal('FORBIDDEN', 'Only staff can refund orders.');
          order.status = 'REFUNDED';
        }),
    },
  };
}

/** The orders that the caller may see. */
function rowsOf(exchange: PorticoExchange): OrderFilter {
  const subject = exchange.caller?.subject;
  // A token without `sub` is nobody's: its orders are not those of a customer called ''.
  if (!subject) throw refusal('FORBIDDEN', 'Orders require a token with a subject.');
  return isStaff(exchange) ? {} : { customer: subject };
}

function isStaff({ caller }: PorticoExchange): boolean {
  return caller?.claims['role'] === 'staff';
}

function refusal(code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}
