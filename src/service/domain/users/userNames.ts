// The name of a user: its two parts, and the rules beyond those of the scalar PersonName. Invalid input is refused with all of its problems.
import { type Problem, invalidInputError } from '../../../gateway/server.ts';
import { MAX_NAME_LENGTH, validateText } from '../scalars.ts';
import type { CreateUserInput, ReplaceUserInput, UpdateUserInput, User } from './resolvers.generated.ts';

export type NameParts = Pick<User, 'firstName' | 'lastName'>;

interface CheckedName extends NameParts {
  /** A user whose full name is one of these keeps its first and last name: a full name does not say where they divide. */
  equivalentNames: readonly string[];
}

/** The validated changes of a name; what is undefined stays. */
export interface NameChanges extends Pick<CheckedName, 'equivalentNames'> {
  firstName: string | undefined;
  lastName: string | undefined;
}

/** Joins the parts that are not empty by one space. */
export function joinName({ firstName, lastName }: NameParts): string {
  return [firstName, lastName].filter((part) => part !== '').join(' ');
}

/** Splits a full name, trimmed, at its first run of white space; without one the last name is empty. */
export function splitName(name: string): NameParts {
  const [, firstName = '', lastName = ''] = /^(\S*)\s*([^]*)$/.exec(name.trim())!;
  return { firstName, lastName };
}

/** Reads the name in the input for a user: either the full name, or first and last name. Throws BAD_USER_INPUT. */
export function checkUser(input: CreateUserInput | ReplaceUserInput): CheckedName {
  const problems: Problem[] = [];
  const name = input.name == null ? checkParts(input, problems) : checkFullName(input.name, input, problems);
  if (problems.length > 0) throw invalidInputError(problems);
  return name;
}

/** Reads the changes of a name; what is absent stays. Throws BAD_USER_INPUT. */
export function checkNameChanges(input: UpdateUserInput): NameChanges {
  const { name, firstName, lastName } = input;
  const problems = Object.entries({ name, firstName, lastName }).flatMap(([field, value]): Problem[] =>
    value === null ? [{ field, message: 'must not be null' }] : [],
  );
  const isWholeName = name != null || (firstName != null && lastName != null);
  if (isWholeName && problems.length === 0) return checkUser(input);

  const message = lastName == null ? undefined : validateText(lastName);
  if (message !== undefined) problems.push({ field: 'lastName', message });
  if (problems.length > 0) throw invalidInputError(problems);
  return { firstName: firstName ?? undefined, lastName: lastName ?? undefined, equivalentNames: [] };
}

/** The name that a stored one becomes. Throws BAD_USER_INPUT if it would be too long together with the part that stays. */
export function changeName(stored: NameParts, { firstName, lastName, equivalentNames }: NameChanges): NameParts {
  if (equivalentNames.includes(joinName(stored))) return { firstName: stored.firstName, lastName: stored.lastName };
  const changed = { firstName: firstName ?? stored.firstName, lastName: lastName ?? stored.lastName };
  if ((firstName === undefined) !== (lastName === undefined) && [...joinName(changed)].length > MAX_NAME_LENGTH) {
    const [field, other] = firstName === undefined ? ['lastName', 'firstName'] : ['firstName', 'lastName'];
    throw invalidInputError([{ field: field!, message: tooLongWith(other!) }]);
  }
  return changed;
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
    if (parts.lastName === '') {
      problems.push({ field: 'firstName', message: `must have at most ${MAX_NAME_LENGTH} characters` });
    } else {
      problems.push(
        { field: 'firstName', message: tooLongWith('lastName') },
        { field: 'lastName', message: tooLongWith('firstName') },
      );
    }
  }
  return { ...parts, equivalentNames: [] };
}

function tooLongWith(other: string): string {
  return `must have at most ${MAX_NAME_LENGTH - 1} characters together with ${other}`;
}
