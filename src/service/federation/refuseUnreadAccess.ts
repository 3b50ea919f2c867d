import { findUnreadAccessOf } from '../../gateway/access/findUnreadAccess.ts';
import { describeUnreadAccess } from '../../gateway/access/describeUnreadAccess.ts';
import type { Subgraph } from '../domain/Subgraph.ts';

/**
 * Refuses subgraphs with access directives that are not evaluated here: `@policy`, and others under another name. A router would
 * evaluate them, but a subgraph checks the access of every query itself, since a caller may reach it without the router.
 */
export function refuseUnreadAccess(subgraphs: readonly Subgraph[]): void {
  for (const { name, typeDefs } of subgraphs) {
    const unread = describeUnreadAccess(findUnreadAccessOf(typeDefs));
    if (unread !== undefined) throw new Error(`The subgraph ${name} ${unread}`);
  }
}
