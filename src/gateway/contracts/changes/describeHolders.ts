import { pathText } from '../openapi/describeDifference.ts';
import type { Difference } from '../openapi/Difference.ts';
import type { OpenApiReader } from '../openapi/OpenApiReader.ts';
import { describeHolder } from './describeHolder.ts';

/** What is told by `describeEndpoints`, or is not for people at all. */
const ELSEWHERE = new Set(['endpoint', 'security', 'scopes', 'server', 'operationId']);

/** Something that differs, and every place that it shows in. */
interface Holder {
  title: string;
  /** The ways to a shape, by endpoint; an empty way is the whole body. */
  places: Map<string, Set<string>>;
  lines: readonly string[];
}

/** What differs in shapes and in parts of endpoints: each once, with all the places where it shows. */
export function describeHolders(differences: readonly Difference[], reader: OpenApiReader): string {
  const holders = new Map<string, Holder>();
  for (const [title, own] of byHolder(differences)) {
    for (const [endpoint, group] of byEndpoint(own)) {
      const lines = describeHolder(distinct(group), reader);
      const key = [title, ...lines].join('\n');
      const holder: Holder = holders.get(key) ?? { title, places: new Map(), lines };
      holder.places.set(endpoint, new Set(group.map(wayToShape)));
      holders.set(key, holder);
    }
  }
  return [...holders.values()].map(render).join('\n\n');
}

function render({ title, places, lines }: Holder): string {
  const shown = [...places].map(([endpoint, ways]) => {
    const inside = [...ways].filter(Boolean).map((way) => `\`${way}\``);
    return `\`${endpoint}\`${inside.length > 0 ? ` (${inside.join(', ')})` : ''}`;
  });
  return `**${title}**\n\n${lines.join('\n')}\n\nIn ${shown.join(', ')}.`;
}

function byHolder(differences: readonly Difference[]): Map<string, Difference[]> {
  const told = differences.filter(
    ({ subject, use }) => !ELSEWHERE.has(subject) && !(subject === 'default' && use !== 'request'),
  );
  return groupBy(told, ({ shape, part }) => shape?.name ?? `${part[0]!.toUpperCase()}${part.slice(1)}`);
}

function byEndpoint(differences: readonly Difference[]): Map<string, Difference[]> {
  return groupBy(differences, ({ endpoint }) => endpoint);
}

/** A shape that shows several times in one endpoint differs in the same way each time. */
function distinct(differences: readonly Difference[]): Difference[] {
  const byKey = new Map<string, Difference>();
  for (const each of differences) {
    const { subject, name, before, after, path, shape } = each;
    const inside = shape ? path.slice(path.length - shape.depth) : path;
    const key = JSON.stringify([subject, name, before, after, inside]);
    if (!byKey.has(key)) byKey.set(key, each);
  }
  return [...byKey.values()];
}

function wayToShape({ path, shape }: Difference): string {
  return shape ? pathText(path.slice(0, path.length - shape.depth)) : '';
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
