import type { Difference } from '../openapi/Difference.ts';
import type { OpenApiReader } from '../openapi/OpenApiReader.ts';
import { formatPath } from '../openapi/describeDifference.ts';
import { describeChangedPart } from './describeChangedPart.ts';

/** Subjects of `describeEndpoints`, and those that do not concern people. */
const EXCLUDED = new Set(['endpoint', 'security', 'scopes', 'server', 'operationId']);

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
  for (const [title, own] of byTitle(differences)) {
    for (const [endpoint, group] of byEndpoint(own)) {
      const lines = describeChangedPart(distinct(group), reader);
      const key = [title, ...lines].join('\n');
      const part: ChangedPart = parts.get(key) ?? { title, places: new Map(), lines };
      part.places.set(endpoint, new Set(group.map(pathToComponent)));
      parts.set(key, part);
    }
  }
  return [...parts.values()].map(render).join('\n\n');
}

function render({ title, places, lines }: ChangedPart): string {
  const shown = [...places].map(([endpoint, paths]) => {
    const inside = [...paths].filter(Boolean).map((path) => `\`${path}\``);
    return `\`${endpoint}\`${inside.length > 0 ? ` (${inside.join(', ')})` : ''}`;
  });
  return `**${title}**\n\n${lines.join('\n')}\n\nIn ${shown.join(', ')}.`;
}

function byTitle(differences: readonly Difference[]): Map<string, Difference[]> {
  const included = differences.filter(
    ({ subject, use }) => !EXCLUDED.has(subject) && !(subject === 'default' && use !== 'request'),
  );
  return groupBy(included, ({ component, part }) => component?.name ?? `${part[0]!.toUpperCase()}${part.slice(1)}`);
}

function byEndpoint(differences: readonly Difference[]): Map<string, Difference[]> {
  return groupBy(differences, ({ endpoint }) => endpoint);
}

/** A component that is in an endpoint several times differs in the same way each time. */
function distinct(differences: readonly Difference[]): Difference[] {
  const byKey = new Map<string, Difference>();
  for (const each of differences) {
    const { subject, name, before, after, path, component } = each;
    const inside = component ? path.slice(path.length - component.depth) : path;
    const key = JSON.stringify([subject, name, before, after, inside]);
    if (!byKey.has(key)) byKey.set(key, each);
  }
  return [...byKey.values()];
}

function pathToComponent({ path, component }: Difference): string {
  return component ? formatPath(path.slice(0, path.length - component.depth)) : '';
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
