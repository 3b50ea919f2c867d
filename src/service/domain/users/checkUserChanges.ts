import type { Problem } from '../../../gateway/errors/ServiceError.ts';
import { invalidInputError } from '../../../gateway/errors/invalidInputError.ts';
import { validateText } from '../validateText.ts';
import { checkUser } from './checkUser.ts';
import type { UpdateUserInput } from './resolvers.generated.ts';
import type { UserChanges } from './UserStore.ts';

/** Reads the changes of a user; what is absent stays. Throws BAD_USER_INPUT. */
export function checkUserChanges(input: UpdateUserInput): UserChanges {
  const { name, firstName, lastName, email } = input;
  const problems = Object.entries({ name, firstName, lastName }).flatMap(([field, value]): Problem[] =>
    value === null ? [{ field, message: 'must not be null' }] : [],
  );
  const isWholeName = name != null || (firstName != null && lastName != null);
  if (isWholeName && problems.length === 0) return { ...checkUser(input), email };

  const message = lastName == null ? undefined : validateText(lastName);
  if (message !== undefined) problems.push({ field: 'lastName', message });
  if (problems.length > 0) throw invalidInputError(problems);
  return { firstName: firstName ?? undefined, lastName: lastName ?? undefined, equivalentNames: [], email };
}
