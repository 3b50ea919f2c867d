// Which clients still use what a change of a contract removes: a sunset says when a removal is allowed, not that nobody notices.
import { groupBy } from '../groupBy.ts';
import { routePath } from '../../plan/paths.ts';
import type { Usage } from '../../base/telemetry/usage.ts';
import { versionOf } from './contractFiles.ts';
import type { Difference } from './openapi/Difference.ts';

/** A client, and when it used something last: a date and time of ISO 8601. */
export interface ClientUse {
  client: string;
  lastUse: string;
}

/** The first date on which an endpoint of a contract was published as deprecated; '' where that is not known. */
export type DeprecatedSince = (file: string, endpoint: string) => string;

/** What is removed. */
type Removal = Pick<Difference, 'subject' | 'name' | 'endpoint' | 'path' | 'use' | 'after'>;

/** The clients that have used what a difference of a contract removes, since its deprecation; one can recur, and there is none for other differences. */
export type FindClients = (file: string, difference: Removal) => ClientUse[];

export function createClientSearch(usages: Iterable<Usage>, deprecatedSince: DeprecatedSince): FindClients {
  const usagesOf = groupBy([...usages], ({ endpoint }) => routePath(endpoint));
  return (file, difference) => {
    const { subject, endpoint, after } = difference;
    if (after !== undefined) return [];
    const version = versionOf(file);
    const own = (usagesOf.get(routePath(endpoint)) ?? []).filter(
      (usage) => (version ?? usage.version) === usage.version,
    );
    if (subject === 'endpoint') {
      const since = deprecatedSince(file, endpoint);
      return own.map(toClientUse).filter(({ lastUse }) => lastUse >= since);
    }
    // Of parts, only the use of deprecated ones is counted.
    const names = namesOf(difference);
    const isRemoved = (part: string) => names.some((name) => part === name || part.startsWith(`${name}.`));
    return own.flatMap(({ client, deprecated }) =>
      [...deprecated].flatMap(([part, { lastUse }]) => (isRemoved(part) ? [toClientUse({ client, lastUse })] : [])),
    );
  };
}

function toClientUse({ client, lastUse }: Pick<Usage, 'client' | 'lastUse'>): ClientUse {
  return { client, lastUse: new Date(lastUse).toISOString() };
}

/** Each client once, with its last use, the latest first. */
export function mergeClients(uses: readonly ClientUse[]): ClientUse[] {
  const latest = uses.toSorted((one, other) => other.lastUse.localeCompare(one.lastUse));
  return [...groupBy(latest, ({ client }) => client).values()].map(([use]) => use!);
}

/** The names that a parameter or a field has among the deprecated parts of its endpoint. */
function namesOf({ subject, name, path, use }: Removal): string[] {
  if (subject === 'parameter') return [`parameter ${name.slice(name.indexOf('`') + 1, -1)}`];
  if (subject !== 'property') return [];
  const dotted = (steps: readonly string[]) => steps.filter((step) => step !== '[]').join('.');
  if (use === 'request') return [`parameter ${dotted(path)}`];
  // Those of the items of a page have names in the item.
  return [`field ${dotted(path)}`, `field ${dotted(path.slice(path.indexOf('[]') + 1))}`];
}
