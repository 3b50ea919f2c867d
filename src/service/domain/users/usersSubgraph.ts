// The users subgraph: who places orders. Who owns which order is said by the orders subgraph.
import type { Database } from '../../database/Database.ts';
import { withSignal } from '../../database/statementSignal.ts';
import { connect, connectionResolvers } from '../connection.ts';
import { readSchema } from '../readSchema.ts';
import { referencedId } from '../referencedId.ts';
import { DateTime, EmailAddress, PersonName, SafeInt } from '../scalars.ts';
import { readEach, shareReads } from '../shareReads.ts';
import type { Subgraph } from '../Subgraph.ts';
import { readWindow } from '../Window.ts';
import { checkUser } from './checkUser.ts';
import { joinName } from './names.ts';
import type { Resolvers } from './resolvers.generated.ts';
import { UserStore } from './UserStore.ts';

/** The module of users, over its own store. */
export function usersSubgraph(database: Database): Subgraph {
  const store = new UserStore(database.client);
  const readUser = shareReads(store.readMany.bind(store));
  const readPage = shareReads(readEach(store.readPage.bind(store)), { identify: JSON.stringify });
  const count = shareReads(readEach(store.count.bind(store)));

  const resolvers: Resolvers = {
    SafeInt,
    DateTime,
    EmailAddress,
    PersonName,
    Query: {
      user: (_, { id }, { signal }) => readUser(id, signal),
      users: (_, args, { signal }) => {
        const window = readWindow('users', args);
        return connect(
          'users',
          window,
          () => readPage(window, signal),
          () => count('users', signal),
        );
      },
    },
    Mutation: {
      createUser: (_, { input }, { signal }) =>
        withSignal(signal, () => store.create(checkUser(input), input.email ?? null)),
      replaceUser: (_, { id, input }, { signal }) =>
        withSignal(signal, () => store.replace(id, checkUser(input), input.email)),
      deleteUser: (_, { id }, { signal }) => withSignal(signal, () => store.delete(id)),
    },
    User: {
      __resolveReference: async (reference, { signal }) => readUser(referencedId(reference), signal),
      name: joinName,
    },
    UserConnection: connectionResolvers,
  };
  return { name: 'users', typeDefs: readSchema('users'), resolvers };
}
