import type { UnreadAccess } from './findUnreadAccess.ts';

/**
 * The end of a sentence that begins with the schema: `restricts Query.a with @policy, …`. Undefined if there is nothing. Such a
 * schema is refused at startup: nothing may be public because a directive was not read.
 */
export function describeUnreadAccess({ policies, renamed }: UnreadAccess): string | undefined {
  if (policies.length > 0) {
    return `restricts ${listCoordinates(policies)} with @policy, which only a federation router evaluates; use @requiresScopes, or check the caller in resolvers.`;
  }
  if (renamed.length > 0) {
    return `restricts ${listCoordinates(renamed)} under another name; @link must import the directive under its own.`;
  }
  return undefined;
}

const MAX_LISTED = 10;

/** The first coordinates, and how many there are beside them. */
export function listCoordinates(coordinates: readonly string[]): string {
  const listed = coordinates.slice(0, MAX_LISTED).join(', ');
  return coordinates.length > MAX_LISTED ? `${listed} and ${coordinates.length - MAX_LISTED} more` : listed;
}
