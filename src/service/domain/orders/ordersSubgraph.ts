// The orders subgraph: who ordered what, and when. Users and products are references to entities of other subgraphs.
import type { Database } from '../../database/Database.ts';
import { type Subgraph, readSchema, referencedId } from '../Subgraph.ts';
import { connectionResolvers, createConnection } from '../createConnection.ts';
import { readFilter, readPageArgs } from '../pageArguments.ts';
import { CurrencyCode, DateTime, Quantity, SafeInt } from '../scalars.ts';
import type { FieldColumns } from '../columnSets.ts';
import { shareReads } from '../shareReads.ts';
import { MAX_ROWS_PER_STATEMENT, sharePages, shareTableReads } from '../shareTableReads.ts';
import { type OrderColumn, type OrderRow, OrderStore, type UserPageArgs } from './OrderStore.ts';
import type { Order, Resolvers } from './resolvers.generated.ts';

const COLUMNS: FieldColumns<Order, Pick<OrderRow, OrderColumn>> = { user: ['userId'], items: ['id'] };

/** An order has about two lines. */
const ITEMS_OF_ORDER = 2;

export function ordersSubgraph(database: Database): Subgraph {
  const store = new OrderStore(database);
  const { readOne, readReference, readList, columnsOf } = shareTableReads('orders', store, COLUMNS);
  const readUserPage = sharePages<UserPageArgs, OrderRow, OrderColumn>(
    'orders of users',
    store.readPagesOfUsers.bind(store),
  );
  const countOfUser = shareReads(store.countOfUsers.bind(store), {
    name: 'order counts of users',
    identify: JSON.stringify,
  });
  const readItems = shareReads(store.readItems.bind(store), {
    name: 'order items',
    weigh: () => ITEMS_OF_ORDER,
    maxWeight: MAX_ROWS_PER_STATEMENT,
  });

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
      createOrder: (_, { input }, context) => store.place(input, context),
    },
    Order: {
      __resolveReference: readReference,
      items: ({ id, items }, _, context) => items ?? readItems(id, context),
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
          readPage: () => readUserPage({ userId, ...page }, columnsOf(page.orderBy, info), context),
          count: () => countOfUser({ userId, filter }, context),
        });
      },
    },
  };
  return { name: 'orders', typeDefs: readSchema('orders'), resolvers };
}
