import { invalidInputError } from '../../../gateway/errors/invalidInputError.ts';
import type { Scope } from '../../database/Scope.ts';
import { MAX_NAME_LENGTH } from '../scalars.ts';
import { checkUserChanges } from './checkUserChanges.ts';
import type { MutationUpdateUserArgs } from './resolvers.generated.ts';
import type { UserRow, UserStore } from './UserStore.ts';

/** Changes what the input has of a user; null if the user does not exist. Rejects with BAD_USER_INPUT or PRECONDITION_FAILED. */
export async function updateUser(
  store: UserStore,
  { id, input, expectedVersion: expected }: MutationUpdateUserArgs,
  scope: Scope,
): Promise<UserRow | null> {
  const changes = checkUserChanges(input);
  if (Object.keys(input).length === 0) return store.readExpected({ id, expected }, scope);
  const { user, exists } = await store.update({ id, expected }, changes, scope);
  if (user || !exists) return user;
  // Both parts are checked where both are given.
  const [field, other] = changes.firstName === undefined ? ['lastName', 'firstName'] : ['firstName', 'lastName'];
  throw invalidInputError([
    { field: field!, message: `must have at most ${MAX_NAME_LENGTH - 1} characters together with ${other}` },
  ]);
}
