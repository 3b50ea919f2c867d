import { groupBy } from '../../groupBy.ts';
import { writeJson } from '../../../http/losslessJson.ts';
import type { Difference, Member } from '../openapi/Difference.ts';
import { type OpenApiReader, type SchemaVariant, asObject } from '../openapi/OpenApiReader.ts';
import { describeDifference, formatList, formatPath } from '../openapi/describeDifference.ts';

/** Subjects of `describeEndpoints`, and those that do not concern people. */
const EXCLUDED = new Set(['endpoint', 'security', 'scopes', 'server', 'operationId', 'tool']);

/** A component or a part of endpoints that differs, and every place that it is in. */
interface ChangedPart {
  title: string;
  /** The paths to a component, by endpoint; '' is the whole body. */
  places: Map<string, Set<string>>;
  lines: readonly string[];
}

/** The components and parts of endpoints that differ: each once, with all the places that it is in. */
export function describeChangedParts(differences: readonly Difference[], reader: OpenApiReader): string {
  const parts = new Map<string, ChangedPart>();
  const included = differences.filter(
    ({ subject, use }) => !EXCLUDED.has(subject) && !(subject === 'default' && use !== 'request'),
  );
  for (const [title, own] of groupBy(included, titleOf)) {
    for (const [endpoint, group] of groupBy(own, (difference) => difference.endpoint)) {
      const lines = describeChangedPart([...new Map(group.map((each) => [identityOf(each), each])).values()], reader);
      const key = [title, ...lines].join('\n');
      const part: ChangedPart = parts.get(key) ?? { title, places: new Map(), lines };
      part.places.set(endpoint, new Set(group.map(pathToComponent)));
      parts.set(key, part);
    }
  }
  return [...parts.values()].map(render).join('\n\n');
}

/**
 * Finds which of the added names probably replaced which of the removed ones: one is part of the other, as `name` is of
 * `firstName`. The documents do not say it.
 */
export function findRenames(removed: readonly string[], added: readonly string[]) {
  const renames = new Map<string, { from: string[]; to: string[] }>();
  for (const name of removed) {
    const to = added.filter((other) => isPart(name, other) || isPart(other, name));
    if (to.length > 0) renames.set(to.join(), { from: [...(renames.get(to.join())?.from ?? []), name], to });
  }
  return [...renames.values()];
}

function render({ title, places, lines }: ChangedPart): string {
  const shown = [...places].map(([endpoint, paths]) => {
    const inside = [...paths].filter(Boolean).map((path) => `\`${path}\``);
    return `\`${endpoint}\`${inside.length > 0 ? ` (${inside.join(', ')})` : ''}`;
  });
  return `**${title}**\n\n${lines.join('\n')}\n\nIn ${shown.join(', ')}.`;
}

function titleOf({ component, part }: Difference): string {
  return component?.name ?? `${part[0]!.toUpperCase()}${part.slice(1)}`;
}

/** A component that is in an endpoint several times differs in the same way each time. */
function identityOf({ subject, name, before, after, path, component }: Difference): string {
  return writeJson([subject, name, before, after, path.slice(path.length - (component?.depth ?? path.length))]);
}

function pathToComponent({ path, component }: Difference): string {
  return component ? formatPath(path.slice(0, path.length - component.depth)) : '';
}

function describeChangedPart(differences: readonly Difference[], reader: OpenApiReader): string[] {
  const properties = differences.filter(({ subject }) => subject === 'property');
  const removed = properties.filter(({ after }) => after === undefined).map(nameOf);
  const added = new Map(properties.filter(({ before }) => before === undefined).map((each) => [nameOf(each), each]));
  const renames = findRenames(removed, [...added.keys()]);
  const renamed = new Set(renames.flatMap(({ from, to }) => [...from, ...to]));
  return [
    ...renames.flatMap(({ from, to }) => [
      `- ${formatList(from.map(quote))} became ${formatList(to.map(quote))}.`,
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
  const byDefault = use === 'request' && given !== undefined ? `; default \`${writeJson(given)}\`` : '';
  return `${value}${byDefault}.${typeof description === 'string' ? ` ${description}` : ''}`;
}

/** The values that a schema allows, in a few words for people: `string of 1 to 200 characters, or null`. */
function describeValue(schema: unknown, reader: OpenApiReader): string {
  const variants = reader.variantsOf(schema);
  const values = variants.filter(({ type }) => type !== 'null').map((variant) => describeVariant(variant, reader));
  const all = [...new Set(values), ...(values.length < variants.length ? ['null'] : [])];
  return all.join(', or ') || 'any value';
}

function describeVariant({ type, schema, component }: SchemaVariant, reader: OpenApiReader): string {
  const { enum: listed, format, pattern, minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  if (Array.isArray(listed)) return `one of ${listed.map((each) => `\`${String(each)}\``).join(', ')}`;
  if (component !== undefined) return `\`${component}\``;
  const matching = pattern === undefined ? '' : ` matching \`${String(pattern)}\``;
  switch (type) {
    case 'string':
      return `string${format === undefined ? '' : ` (${String(format)})`}${range(minLength, maxLength, ' of', ' characters')}${matching}`;
    case 'array':
      return `list${range(minItems, maxItems, ' of', ' items')}, each ${describeValue(asObject(schema)['items'], reader)}`;
    case 'integer':
    case 'number':
      return `${type}${range(minimum, maximum, '', '')}`;
    default:
      return type ?? 'any value';
  }
}

function range(from: unknown, to: unknown, before: string, unit: string): string {
  if (from === undefined && to === undefined) return '';
  if (to === undefined) return `${before} at least ${String(from)}${unit}`;
  if (from === undefined) return `${before} at most ${String(to)}${unit}`;
  return `${before || ' from'} ${String(from)} to ${String(to)}${unit}`;
}

function quote(name: string): string {
  return `\`${name}\``;
}

function isPart(part: string, whole: string): boolean {
  return whole.toLowerCase().includes(part.toLowerCase());
}
