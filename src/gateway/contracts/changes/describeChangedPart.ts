import type { Difference, Member } from '../openapi/Difference.ts';
import { type OpenApiReader, asObject } from '../openapi/OpenApiReader.ts';
import { describeDifference, formatPath } from '../openapi/describeDifference.ts';
import { describeValue } from './describeValue.ts';
import { findRenames } from './findRenames.ts';

/** The differences within one component or one part of an endpoint, as the items of a Markdown list. */
export function describeChangedPart(differences: readonly Difference[], reader: OpenApiReader): string[] {
  const properties = differences.filter(({ subject }) => subject === 'property');
  const removed = properties.filter(({ after }) => after === undefined).map(nameOf);
  const added = new Map(properties.filter(({ before }) => before === undefined).map((each) => [nameOf(each), each]));
  const renames = findRenames(removed, [...added.keys()]);
  const renamed = new Set(renames.flatMap(({ from, to }) => [...from, ...to]));
  return [
    ...renames.flatMap(({ from, to }) => [
      `- ${formatNames(from)} became ${formatNames(to)}.`,
      ...to.map((name) => `  - ${describeMember(added.get(name)!, reader)}`),
    ]),
    ...differences.flatMap((difference) => {
      const { subject, before, after } = difference;
      const name = nameOf(difference);
      if (subject === 'property' && renamed.has(name)) return [];
      if (subject === 'property' && before === undefined) return [`- Added ${describeMember(difference, reader)}`];
      if (subject === 'parameter' && after !== undefined) return [`- Added: ${valueOf(difference, reader)}`];
      return [`- ${describeDifference(difference, name === '' ? 'it' : `\`${name}\``)}`];
    }),
  ];
}

/** Names for people: `a`, `b` and `c`. */
function formatNames(names: readonly string[]): string {
  const all = names.map((name) => `\`${name}\``);
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

/** The path from the component, or from the part. */
function nameOf({ path, component }: Difference): string {
  return formatPath(path.slice(path.length - (component?.depth ?? path.length)));
}

function describeMember(difference: Difference, reader: OpenApiReader): string {
  const { required } = difference.after as Member;
  const must = difference.use === 'request' && required ? ', required' : '';
  const may = difference.use === 'response' && !required ? ', optional' : '';
  return `\`${nameOf(difference)}\`${must}${may}: ${valueOf(difference, reader)}`;
}

function valueOf({ after, use }: Difference, reader: OpenApiReader): string {
  const { schema } = after as Member;
  const { description, default: given } = asObject(schema);
  const value = describeValue(schema, reader);
  const byDefault = use === 'request' && given !== undefined ? `; default \`${JSON.stringify(given)}\`` : '';
  return `${value}${byDefault}.${typeof description === 'string' ? ` ${description}` : ''}`;
}
