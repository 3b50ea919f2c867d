import { describeDifference, pathText } from '../openapi/describeDifference.ts';
import type { Difference, Member } from '../openapi/Difference.ts';
import { type OpenApiReader, asObject } from '../openapi/OpenApiReader.ts';
import { describeValue } from './describeValue.ts';
import { findRenames } from './findRenames.ts';

/** What differs within one shape or one part of an endpoint, as the items of a Markdown list. */
export function describeHolder(differences: readonly Difference[], reader: OpenApiReader): string[] {
  const properties = differences.filter(({ subject }) => subject === 'property');
  const gone = properties.filter(({ after }) => after === undefined).map(nameOf);
  const arrived = new Map(properties.filter(({ before }) => before === undefined).map((each) => [nameOf(each), each]));
  const renames = findRenames(gone, [...arrived.keys()]);
  const renamed = new Set(renames.flatMap(({ from, to }) => [...from, ...to]));
  return [
    ...renames.flatMap(({ from, to }) => [
      `- ${inWords(from)} became ${inWords(to)}.`,
      ...to.map((name) => `  - ${introduce(arrived.get(name)!, reader)}`),
    ]),
    ...differences.flatMap((difference) => {
      const { subject, before, after } = difference;
      const name = nameOf(difference);
      if (subject === 'property' && renamed.has(name)) return [];
      if (subject === 'property' && before === undefined) return [`- New is ${introduce(difference, reader)}`];
      if (subject === 'parameter' && after !== undefined) return [`- It is new: ${valueOf(difference, reader)}`];
      return [`- ${describeDifference(difference, name === '' ? 'it' : `\`${name}\``)}`];
    }),
  ];
}

/** Names in words: `a`, `b` and `c`. */
function inWords(names: readonly string[]): string {
  const all = names.map((name) => `\`${name}\``);
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

/** The way from the shape, or from the part. */
function nameOf({ path, shape }: Difference): string {
  return pathText(path.slice(path.length - (shape?.depth ?? path.length)));
}

function introduce(difference: Difference, reader: OpenApiReader): string {
  const { required } = difference.after as Member;
  const must = difference.use === 'request' && required ? ', required' : '';
  const may = difference.use === 'answer' && !required ? ', not always there' : '';
  return `\`${nameOf(difference)}\`${must}${may}: ${valueOf(difference, reader)}`;
}

function valueOf({ after, use }: Difference, reader: OpenApiReader): string {
  const { schema } = after as Member;
  const { description, default: given } = asObject(schema);
  const value = describeValue(schema, reader);
  const otherwise = use === 'request' && given !== undefined ? `; if absent, \`${JSON.stringify(given)}\`` : '';
  return `${value}${otherwise}.${typeof description === 'string' ? ` ${description}` : ''}`;
}
