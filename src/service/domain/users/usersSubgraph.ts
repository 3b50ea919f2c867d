// The users subgraph: who places orders. The orders of a user belong to the orders subgraph.
import type { Database, Scope } from '../../database/Database.ts';
import { isServerRejection } from '../../database/adapter/statementFailures.ts';
import { type Subgraph, readSchema } from '../Subgraph.ts';
import { connectionResolvers } from '../createConnection.ts';
import { readFilter } from '../pageArguments.ts';
import { DateTime, EmailAddress, PersonName, SafeInt } from '../scalars.ts';
import type { FieldColumns } from '../columnSets.ts';
import { shareReads } from '../shareReads.ts';
import { shareTableReads } from '../shareTableReads.ts';
import { type NewUser, type UserRow, UserStore } from './UserStore.ts';
import type { Resolvers, User } from './resolvers.generated.ts';
import { checkNameChanges, checkUser, joinName } from './userNames.ts';

const COLUMNS: FieldColumns<User, UserRow> = { name: ['firstName', 'lastName'] };

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

const MAX_USERS_PER_STATEMENT = 100;

/**
 * Creates the users of all requests that arrive in one turn of the event loop by one statement: a commit costs as much as several rows.
 * Where the response to it is lost, the outcome of all of them is unknown. A user whose e-mail address is taken is tried alone, for
 * its own error; so are all of a statement that the server rejects, and one of a transaction.
 */
export function shareCreates(store: UserStore): (user: NewUser, scope: Scope) => Promise<UserRow> {
  const createMany = async (users: readonly NewUser[], scope: Scope): Promise<(UserRow | null)[]> => {
    const [first, ...others] = users;
    if (others.length === 0) return [await store.create(first!, scope)];
    return store.createMany(users, scope).catch((error: unknown) => {
      if (isServerRejection(error)) return users.map(() => null);
      throw error;
    });
  };
  // Equal users are two users: each is a key of its own.
  const createTogether = shareReads(createMany, { name: 'user creates', maxWeight: MAX_USERS_PER_STATEMENT });
  return async (user, scope) => {
    const created = scope.transaction ? null : await createTogether(user, scope);
    return created ?? store.create(user, scope);
  };
}
