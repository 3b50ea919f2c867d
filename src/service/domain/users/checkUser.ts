// The rules for the name of a user, beyond those of the scalar PersonName. Invalid input is refused with all of its problems.
import type { Problem } from '../../../gateway/errors/ServiceError.ts';
import { invalidInputError } from '../../../gateway/errors/invalidInputError.ts';
import { MAX_NAME_LENGTH } from '../scalars.ts';
import { validateText } from '../validateText.ts';
import { joinName, type NameParts, splitName } from './names.ts';
import type { CreateUserInput, ReplaceUserInput } from './resolvers.generated.ts';

/** The validated name of a user. */
export interface CheckedName extends NameParts {
  /**
   * A user whose full name is one of these keeps its first and last name: a full name does not say where they divide.
   */
  equivalentNames: readonly string[];
}

/** Reads the name in the input for a user: either the full name, or first and last name. Throws BAD_USER_INPUT. */
export function checkUser(input: CreateUserInput | ReplaceUserInput): CheckedName {
  const problems: Problem[] = [];
  const name = input.name == null ? checkParts(input, problems) : checkFullName(input.name, input, problems);
  if (problems.length > 0) throw invalidInputError(problems);
  return name;
}

function checkFullName(fullName: string, { firstName, lastName }: CreateUserInput, problems: Problem[]): CheckedName {
  if (firstName != null || lastName != null) {
    problems.push({ field: 'name', message: 'cannot be combined with firstName and lastName' });
  }
  return { ...splitName(fullName), equivalentNames: [fullName, fullName.trim()] };
}

function checkParts({ firstName, lastName }: CreateUserInput, problems: Problem[]): CheckedName {
  if (firstName == null && lastName == null) {
    problems.push({ field: 'name', message: 'is required, or firstName and lastName instead' });
    return { firstName: '', lastName: '', equivalentNames: [] };
  }
  const parts = { firstName: firstName ?? '', lastName: lastName ?? '' };
  const messages = {
    firstName: firstName == null ? 'is required' : undefined,
    lastName: lastName == null ? 'is required; it may be empty' : validateText(lastName),
  };
  for (const [field, message] of Object.entries(messages)) {
    if (message !== undefined) problems.push({ field, message });
  }
  if (problems.length === 0 && validateText(joinName(parts), MAX_NAME_LENGTH) !== undefined) {
    const together = (other: string) => `must have at most ${MAX_NAME_LENGTH - 1} characters together with ${other}`;
    if (parts.lastName === '')
      problems.push({ field: 'firstName', message: `must have at most ${MAX_NAME_LENGTH} characters` });
    else
      problems.push(
        { field: 'firstName', message: together('lastName') },
        { field: 'lastName', message: together('firstName') },
      );
  }
  return { ...parts, equivalentNames: [] };
}
