/** A user's name as it is stored. */
export interface NameParts {
  firstName: string;
  /** May be empty. */
  lastName: string;
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
