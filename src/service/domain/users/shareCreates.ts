import type { Scope } from '../../database/Database.ts';
import { isServerRejection } from '../../database/adapter/statementFailures.ts';
import { shareReads } from '../shareReads.ts';
import type { NewUser, UserRow, UserStore } from './UserStore.ts';

/** Users that one statement creates. */
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
  const createTogether = shareReads(createMany, { maxWeight: MAX_USERS_PER_STATEMENT });
  return async (user, scope) => {
    const created = scope.transaction ? null : await createTogether(user, scope);
    return created ?? store.create(user, scope);
  };
}
