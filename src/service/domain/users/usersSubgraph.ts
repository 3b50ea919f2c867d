// The users subgraph: who places orders. The orders of a user belong to the orders subgraph.
import type { Database } from '../../database/Database.ts';
import { withSignal } from '../../database/statementSignal.ts';
import { connectionResolvers } from '../createConnection.ts';
import { readFilter } from '../readFilter.ts';
import { readSchema } from '../readSchema.ts';
import { referencedId } from '../referencedId.ts';
import { DateTime, EmailAddress, PersonName, SafeInt } from '../scalars.ts';
import { shareTableReads } from '../shareTableReads.ts';
import type { Subgraph } from '../Subgraph.ts';
import { checkUser } from './checkUser.ts';
import { joinName } from './names.ts';
import type { Resolvers } from './resolvers.generated.ts';
import { updateUser } from './updateUser.ts';
import { UserStore } from './UserStore.ts';

/** Creates the users subgraph. */
export function usersSubgraph(database: Database): Subgraph {
  const store = new UserStore(database.client);
  const { readOne, readList } = shareTableReads('users', store);

  const resolvers: Resolvers = {
    SafeInt,
    DateTime,
    EmailAddress,
    PersonName,
    Query: {
      user: (_, { id }, { signal }) => readOne(id, signal),
      users: (_, args, { signal }) => readList(args, readFilter({ search: args.search }), signal),
    },
    Mutation: {
      createUser: (_, { input }, { signal }) =>
        withSignal(signal, () => store.create(checkUser(input), input.email ?? null)),
      replaceUser: (_, { id, input, expectedVersion }, { signal }) =>
        withSignal(signal, () => store.replace(id, { ...checkUser(input), email: input.email }, expectedVersion)),
      updateUser: (_, args, { signal }) => withSignal(signal, () => updateUser(store, args)),
      deleteUser: (_, { id, expectedVersion }, { signal }) =>
        withSignal(signal, () => store.delete(id, expectedVersion)),
    },
    User: {
      __resolveReference: async (reference, { signal }) => readOne(referencedId(reference), signal),
      name: joinName,
    },
    UserConnection: connectionResolvers,
  };
  return { name: 'users', typeDefs: readSchema('users'), resolvers };
}
