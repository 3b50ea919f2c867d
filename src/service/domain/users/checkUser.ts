// The rules of what a user may be called, beyond those that PersonName holds each name to. Everything that is wrong is
// refused at once.
import type { Problem } from '../../../gateway/errors/ServiceError.ts';
import { invalidInputError } from '../../../gateway/errors/invalidInputError.ts';
import { MAX_NAME_LENGTH } from '../scalars.ts';
import { validateText } from '../validateText.ts';
import { joinName, type NameParts, splitName } from './names.ts';
import type { CreateUserInput, ReplaceUserInput } from './resolvers.generated.ts';

/** What a user is to be called. */
export interface CheckedName extends NameParts {
  /** A user whose joined name is one of these already keeps its parts: a whole name does not say where they divide. */
  equivalentNames: readonly string[];
}

/** Reads the name out of the input for a user: either whole, or as first and last name. */
export function checkUser(input: CreateUserInput | ReplaceUserInput): CheckedName {
  const problems: Problem[] = [];
  const name = input.name == null ? checkParts(input, problems) : checkWhole(input.name, input, problems);
  if (problems.length > 0) throw invalidInputError(problems);
  return name;
}

function checkWhole(whole: string, { firstName, lastName }: CreateUserInput, problems: Problem[]): CheckedName {
  if (firstName != null || lastName != null) {
    problems.push({ field: 'name', message: 'must not be given together with firstName and lastName' });
  }
  return { ...splitName(whole), equivalentNames: [whole, whole.trim()] };
}

function checkParts({ firstName, lastName }: CreateUserInput, problems: Problem[]): CheckedName {
  if (firstName == null && lastName == null) {
    problems.push({ field: 'name', message: 'is required, or else firstName and lastName' });
    return { firstName: '', lastName: '', equivalentNames: [] };
  }
  const parts = { firstName: firstName ?? '', lastName: lastName ?? '' };
  const faults = {
    firstName: firstName == null ? 'is required' : undefined,
    lastName: lastName == null ? 'is required; it may be empty' : validateText(lastName),
  };
  for (const [field, message] of Object.entries(faults)) {
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
