import type { Break } from './findBreaks.ts';

/** More endpoints than this are counted instead of named. */
const NAMED = 6;

/** Tells people what broke, for whom, where, and what to do: a paragraph for each contract that breaks its word. */
export function explainBreaks(breaks: readonly Break[], compiled: ReadonlyMap<string, string>): string[] {
  const files = [...new Set(breaks.map(({ file }) => file))];
  return files.map((file) => {
    const own = breaks.filter((each) => each.file === file);
    return [
      `${file} breaks what was published:`,
      ...own.map((each) => explain(each, otherwise(file, compiled))),
      'If it was published by mistake, contracts/README.md tells how to take it back.',
    ].join('\n');
  });
}

function explain({ change, promised }: Break, instead: string): string {
  const { what, whom, where, mend } = change;
  const named = where.slice(0, NAMED).join(', ');
  const more = where.length > NAMED ? ` and ${where.length - NAMED} more` : '';
  const place = where.length > 0 ? `, in ${named}${more}` : '';
  return [
    `- ${what}`,
    `  This breaks ${whom}${place}. It was promised by ${promised.commit} of ${promised.date}.`,
    `  ${mend}${instead}.`,
  ].join('\n');
}

/** What else can be done: a version can be followed by another, while the GraphQL schema has no versions. */
function otherwise(file: string, compiled: ReadonlyMap<string, string>): string {
  if (!compiled.has(file)) return '';
  if (file.endsWith('.graphql')) return ', or add what is new beside it and deprecate this with @deprecated';
  const versions = [...compiled.keys()].map((name) => Number(/openapi\.v(\d+)\.json$/.exec(name)?.[1] ?? 0));
  return `, or make the change in a new version: a folder schema/rest/v${Math.max(...versions) + 1} with only what differs`;
}
