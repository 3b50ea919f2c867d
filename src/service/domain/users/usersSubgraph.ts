// The users subgraph: who places orders. The orders of a user belong to the orders subgraph.
import type { Database } from '../../database/Database.ts';
import { connectionResolvers } from '../createConnection.ts';
import { readFilter } from '../readFilter.ts';
import { readSchema } from '../readSchema.ts';
import { DateTime, EmailAddress, PersonName, SafeInt } from '../scalars.ts';
import { shareTableReads } from '../shareTableReads.ts';
import type { Subgraph } from '../Subgraph.ts';
import { checkUser } from './checkUser.ts';
import { joinName } from './names.ts';
import type { Resolvers, User } from './resolvers.generated.ts';
import { updateUser } from './updateUser.ts';
import type { FieldColumns } from '../selectedColumns.ts';
import { shareCreates } from './shareCreates.ts';
import { type UserRow, UserStore } from './UserStore.ts';

const COLUMNS: FieldColumns<User, UserRow> = {
  id: ['id'],
  name: ['firstName', 'lastName'],
  firstName: ['firstName'],
  lastName: ['lastName'],
  email: ['email'],
  createdAt: ['createdAt'],
  version: ['version'],
};

/** Creates the users subgraph. */
export function usersSubgraph(database: Database): Subgraph {
  const store = new UserStore(database);
  const { readOne, readReference, readList } = shareTableReads('users', store, COLUMNS);
  const createUser = shareCreates(store);

  const resolvers: Resolvers = {
    SafeInt,
    DateTime,
    EmailAddress,
    PersonName,
    Query: {
      user: (_, { id }, context, info) => readOne(id, context, info),
      users: (_, args, context, info) => readList(args, readFilter({ search: args.search }), context, info),
    },
    Mutation: {
      createUser: async (_, { input }, context) =>
        createUser({ ...checkUser(input), email: input.email ?? null }, context),
      replaceUser: async (_, { id, input, expectedVersion: expected }, context) =>
        store.replace({ id, expected }, { ...checkUser(input), email: input.email }, context),
      updateUser: (_, args, context) => updateUser(store, args, context),
      deleteUser: (_, { id, expectedVersion: expected }, context) => store.delete({ id, expected }, context),
    },
    User: {
      __resolveReference: readReference,
      name: joinName,
    },
    UserConnection: connectionResolvers,
  };
  return { name: 'users', typeDefs: readSchema('users'), resolvers };
}
