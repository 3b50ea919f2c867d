// The orders subgraph: who ordered what, and when. Users and products are references to entities of other subgraphs.
import type { Database } from '../../database/Database.ts';
import type { ListOrder } from '../../database/listOrders.ts';
import { withSignal } from '../../database/statementSignal.ts';
import { connectionResolvers, createConnection } from '../createConnection.ts';
import { readPageArgs } from '../readPageArgs.ts';
import { readFilter } from '../readFilter.ts';
import { readSchema } from '../readSchema.ts';
import { referencedId } from '../referencedId.ts';
import { CurrencyCode, DateTime, Quantity, SafeInt } from '../scalars.ts';
import { shareReads } from '../shareReads.ts';
import { shareTableReads } from '../shareTableReads.ts';
import type { Subgraph } from '../Subgraph.ts';
import { OrderStore, type UserPageArgs } from './OrderStore.ts';
import { placeOrder } from './placeOrder.ts';
import type { Resolvers } from './resolvers.generated.ts';

/** Pages of users' orders that one statement reads. Each has up to a hundred rows, and those of a statement block the event loop at once. */
const MAX_PAGES_PER_STATEMENT = 20;

/** Orders whose lines one statement reads: those of the longest page. Each has up to a hundred. */
const MAX_ORDERS_PER_STATEMENT = 100;

/** Creates the orders subgraph. */
export function ordersSubgraph(database: Database): Subgraph {
  const store = new OrderStore(database.client);
  const { readOne, readList } = shareTableReads('orders', store);
  const readItems = shareReads(store.readItems.bind(store), { maxBatchSize: MAX_ORDERS_PER_STATEMENT });
  const sharePages = (orderBy: ListOrder) =>
    shareReads((pages: readonly UserPageArgs[]) => store.readPagesOfUsers(orderBy, pages), {
      identify: JSON.stringify,
      maxBatchSize: MAX_PAGES_PER_STATEMENT,
    });
  const readUserPage = {
    ID_ASC: sharePages('ID_ASC'),
    ID_DESC: sharePages('ID_DESC'),
    CREATED_AT_ASC: sharePages('CREATED_AT_ASC'),
    CREATED_AT_DESC: sharePages('CREATED_AT_DESC'),
  };
  const countOfUser = shareReads(store.countOfUsers.bind(store), { identify: JSON.stringify });

  const resolvers: Resolvers = {
    SafeInt,
    Quantity,
    DateTime,
    CurrencyCode,
    Query: {
      order: (_, { id }, { signal }) => readOne(id, signal),
      orders: (_, args, { signal }) => readList(args, readFilter({ status: args.status, userId: args.userId }), signal),
    },
    Mutation: {
      createOrder: (_, { input }, { signal }) => withSignal(signal, () => placeOrder(store, input)),
    },
    Order: {
      __resolveReference: async (reference, { signal }) => readOne(referencedId(reference), signal),
      items: ({ id }, _, { signal }) => readItems(id, signal),
      user: ({ userId }) => (userId === null ? null : { id: userId }),
    },
    OrderItem: {
      product: ({ productId }) => ({ id: productId }),
    },
    OrderConnection: connectionResolvers,
    User: {
      orders: (user, args, { signal }) => {
        const userId = referencedId(user);
        const filter = readFilter({ status: args.status });
        const page = readPageArgs(`orders of user ${userId}`, args, filter);
        return createConnection(page, {
          readPage: () => readUserPage[page.orderBy]({ userId, ...page }, signal),
          count: () => countOfUser({ userId, filter }, signal),
        });
      },
    },
  };
  return { name: 'orders', typeDefs: readSchema('orders'), resolvers };
}
