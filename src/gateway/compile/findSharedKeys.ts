import { type Member, type SelectionContext, collectMembers, startsOfGroup } from './collectFields.ts';

/** The response keys whose objects are in more than one property: of groups, or of a group and of the object around it. */
export function findSharedKeys(context: SelectionContext, members: readonly Member[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  if (members.every(({ kind }) => kind === 'field')) return shared;
  const walk = (each: readonly Member[]): void => {
    for (const { kind, key, occurrences } of each) {
      if (kind === 'group') {
        walk(collectMembers(context, startsOfGroup(occurrences)));
      } else if (occurrences[0]?.node.selectionSet) {
        if (seen.has(key)) shared.add(key);
        seen.add(key);
      }
    }
  };
  walk(members);
  return shared;
}
