import type { Break } from './findBreaks.ts';

/** More endpoints than this are counted instead of named. */
const MAX_NAMED = 6;

/** The breaking changes for people, with the affected clients, the endpoints and a fix: a paragraph for each contract. */
export function explainBreaks(breaks: readonly Break[], compiled: ReadonlyMap<string, string>): string[] {
  const files = [...new Set(breaks.map(({ file }) => file))];
  return files.map((file) => {
    const own = breaks.filter((each) => each.file === file);
    return [
      `${file} has breaking changes:`,
      ...own.map((each) => explain(each, alternativeOf(file, compiled))),
      'If the previous contract was published by mistake, see contracts/README.md for corrections.',
    ].join('\n');
  });
}

function explain({ change: { change, affected, endpoints, hint }, revision }: Break, alternative: string): string {
  const named = endpoints.slice(0, MAX_NAMED).join(', ');
  const more = endpoints.length > MAX_NAMED ? ` and ${endpoints.length - MAX_NAMED} more` : '';
  const place = endpoints.length > 0 ? `, in ${named}${more}` : '';
  return [
    `- ${change}`,
    `  This breaks ${affected}${place}. Published in ${revision.commit} on ${revision.date}.`,
    `  ${hint}${alternative}.`,
  ].join('\n');
}

/** The other fix: a version can be followed by another, while the GraphQL schema has no versions. */
function alternativeOf(file: string, compiled: ReadonlyMap<string, string>): string {
  if (!compiled.has(file)) return '';
  if (file.endsWith('.graphql')) return ', or add a new element and mark this one @deprecated';
  const versions = [...compiled.keys()].map((name) => Number(/openapi\.v(\d+)\.json$/.exec(name)?.[1] ?? 0));
  return `, or make the change in a new version: a folder v${Math.max(...versions) + 1} of the endpoint documents with only the differences`;
}
