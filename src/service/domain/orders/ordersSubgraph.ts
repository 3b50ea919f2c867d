// The orders subgraph: who ordered what, and when. Users and products are references to entities of other subgraphs.
import type { Database } from '../../database/Database.ts';
import { connectionResolvers, createConnection } from '../createConnection.ts';
import { readPageArgs } from '../readPageArgs.ts';
import { readFilter } from '../readFilter.ts';
import { readSchema } from '../readSchema.ts';
import { referencedId } from '../referencedId.ts';
import { CurrencyCode, DateTime, Quantity, SafeInt } from '../scalars.ts';
import { shareReads } from '../shareReads.ts';
import { shareTableReads } from '../shareTableReads.ts';
import type { Subgraph } from '../Subgraph.ts';
import { type FieldColumns, createColumnReader } from '../selectedColumns.ts';
import { type OrderRow, OrderStore } from './OrderStore.ts';
import { placeOrder } from './placeOrder.ts';
import { shareUserPages } from './shareUserPages.ts';
import type { Order, Resolvers } from './resolvers.generated.ts';

const COLUMNS: FieldColumns<Order, OrderRow> = {
  id: ['id'],
  status: ['status'],
  user: ['userId'],
  items: ['items'],
  total: ['total'],
  currency: ['currency'],
  createdAt: ['createdAt'],
  version: ['version'],
};

/** Creates the orders subgraph. */
export function ordersSubgraph(database: Database): Subgraph {
  const store = new OrderStore(database);
  const { readOne, readReference, readList } = shareTableReads('orders', store, COLUMNS);
  const columnsOf = createColumnReader(store.columnSets, COLUMNS, { always: ['id', 'createdAt'] });
  const readUserPage = shareUserPages(store);
  const countOfUser = shareReads(store.countOfUsers.bind(store), { identify: JSON.stringify });

  const resolvers: Resolvers = {
    SafeInt,
    Quantity,
    DateTime,
    CurrencyCode,
    Query: {
      order: (_, { id }, context, info) => readOne(id, context, info),
      orders: (_, args, context, info) =>
        readList(args, readFilter({ status: args.status, userId: args.userId }), context, info),
    },
    Mutation: {
      createOrder: (_, { input }, context) => placeOrder(store, input, context),
    },
    Order: {
      __resolveReference: readReference,
      items: ({ items }) => items.map(([productId, quantity, unitPrice]) => ({ productId, quantity, unitPrice })),
      user: ({ userId }) => (userId === null ? null : { id: userId }),
    },
    OrderItem: {
      product: ({ productId }) => ({ id: productId }),
    },
    OrderConnection: connectionResolvers,
    User: {
      orders: (user, args, context, info) => {
        const userId = referencedId(user);
        const filter = readFilter({ status: args.status });
        const page = readPageArgs(`orders of user ${userId}`, args, filter);
        return createConnection(page, {
          readPage: () => readUserPage({ userId, columns: columnsOf.ofConnection(info), ...page }, context),
          count: () => countOfUser({ userId, filter }, context),
        });
      },
    },
  };
  return { name: 'orders', typeDefs: readSchema('orders'), resolvers };
}
