// The users subgraph: who places orders. The orders of a user belong to the orders subgraph.
import type { Database } from '../../database/Database.ts';
import { connectionResolvers } from '../createConnection.ts';
import { readFilter } from '../lists.ts';
import { DateTime, EmailAddress, PersonName, SafeInt } from '../scalars.ts';
import { shareTableReads } from '../shareTableReads.ts';
import { type Subgraph, readSchema } from '../Subgraph.ts';
import type { Resolvers, User } from './resolvers.generated.ts';
import type { FieldColumns } from '../selections.ts';
import { shareCreates } from './shareCreates.ts';
import { checkNameChanges, checkUser, joinName } from './userNames.ts';
import { type UserRow, UserStore } from './UserStore.ts';

const COLUMNS: FieldColumns<User, UserRow> = { name: ['firstName', 'lastName'] };

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
        store.update({ id, expected }, { ...checkUser(input), email: input.email }, context),
      updateUser: async (_, { id, input, expectedVersion: expected }, context) =>
        store.update({ id, expected }, { ...checkNameChanges(input), email: input.email }, context),
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
