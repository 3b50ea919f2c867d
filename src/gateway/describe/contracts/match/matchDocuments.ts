// Holds an API against a published OpenAPI document: every part of each published endpoint is equal, compatible for its clients,
// different, or missing. Moving from the published document to ours is judged as from one revision of a contract to the next.
import type { Schema } from '../../openapi/Schema.ts';
import { routePath } from '../../../plan/paths.ts';
import type { Difference, Subject } from '../openapi/Difference.ts';
import { type OpenApiReader, asObject } from '../openapi/OpenApiReader.ts';
import { impactOf } from '../openapi/compareOpenApi.ts';
import { type Sides, compareOperations, createSides, operationsOf } from '../openapi/findDifferences.ts';
import { COMPARED_TYPE, FORMATS, type PlacedOperation, alignOperations } from './alignOperations.ts';
import { MAX_DEPTH, type Part, listParts } from './listParts.ts';

export type Result = 'equal' | 'compatible' | 'different' | 'missing';

export interface MatchedPart extends Part {
  /** Method and path, as they are published. */
  endpoint: string;
  result: Result;
  /** Those that may break a client; none where ours lacks the part. */
  differences: readonly Difference[];
}

/**
 * Compares the endpoints that both documents have, each as it is published and as it is ours. `missing` are published ones that ours lacks,
 * as `GET /users/{id}`, which have no part in the percentage; `additional` are ours that are not published.
 */
export function matchDocuments(published: Schema, own: Schema) {
  const sides = createSides(published, own);
  const ours = endpointsOf(sides.to);
  const find = (route: string) =>
    ours.find(({ routes }) => routes[0] === route) ?? ours.find(({ routes }) => routes.includes(route));
  const pairs = endpointsOf(sides.from).map((theirs) => {
    return { theirs, found: theirs.routes.map(find).find((each) => each !== undefined) };
  });
  return {
    endpoints: pairs.flatMap(({ theirs, found }) => {
      if (!found) return [];
      return [{ endpoint: theirs.endpoint, own: found.endpoint, parts: matchParts(theirs, found, sides) }];
    }),
    missing: pairs.flatMap(({ theirs, found }) => (found ? [] : [theirs.endpoint])),
    additional: ours.filter((each) => !pairs.some(({ found }) => found === each)).map(({ endpoint }) => endpoint),
  };
}

export type Counts = Readonly<Record<Result, number>>;

export function countResults(parts: readonly MatchedPart[]): Counts {
  const counts = { equal: 0, compatible: 0, different: 0, missing: 0 };
  for (const { result } of parts) counts[result]++;
  return counts;
}

/** The percentage of parts that are equal or compatible, cut to one decimal: only all of them are 100. */
export function percentOf({ equal, compatible, different, missing }: Counts): number {
  const all = equal + compatible + different + missing;
  return all === 0 ? 0 : Math.floor(((equal + compatible) / all) * 1000) / 10;
}

interface Endpoint extends PlacedOperation {
  /** Method and path: as it is below the servers, then with the base path of each. */
  routes: readonly string[];
}

function endpointsOf(reader: OpenApiReader): Endpoint[] {
  const { paths, servers } = reader.document;
  return [...operationsOf(reader)].map(([endpoint, operation]) => {
    const [method, path] = endpoint.split(/ (.*)/s) as [string, string];
    const own = reader.resolve(asObject(paths)[path])['servers'] ?? servers;
    const bases = (Array.isArray(own) ? own : []).map(basePathOf);
    const routes = ['', ...bases].map((base) => `${method} ${routePath(`${base}${path}`).replace(/(?<=.)\/$/, '')}`);
    return { endpoint, operation, routes };
  });
}

/** The path of a server's URL without a slash at its end; variables have their defaults. */
function basePathOf(server: unknown): string {
  const { url, variables } = asObject(server);
  const filled = String(url).replace(/\{([^}]*)\}/g, (_, name: string) =>
    String(asObject(asObject(variables)[name])['default']),
  );
  return filled.replace(/^(?:\w+:)?\/\/[^/]*/, '').replace(/\/$/, '');
}

const MEMBERSHIP: ReadonlySet<Subject> = new Set(['parameter', 'body', 'status', 'header', 'property', 'mediaType']);

function matchParts(published: Endpoint, own: Endpoint, sides: Sides): MatchedPart[] {
  const { theirs, ours, differences } = alignOperations(published, own, sides);
  const { endpoint } = published;
  const parts = new Map<string, Part & { endpoint: string; differences: Difference[] }>(
    listParts(theirs, ours, sides).map((part) => [keyOf(part), { ...part, endpoint, differences: [] }]),
  );
  const add = (difference: Difference, path = difference.path.slice(0, MAX_DEPTH)): void => {
    const part = parts.get(keyOf({ ...difference, path }));
    if (part) part.differences.push(difference);
    else if (path.length > 0) add(difference, path.slice(0, -1));
  };
  for (const difference of [...differences, ...compareOperations(endpoint, theirs, ours, sides)]) {
    if (isIgnored(difference)) continue;
    const { subject, before } = difference;
    // What ours has beside the published is no difference, unless clients must send it.
    if (before !== undefined || !MEMBERSHIP.has(subject)) add(difference);
    else if (breaks(difference)) {
      const extra = { kind: subject as Part['kind'], isFound: true, others: [], differences: [difference] };
      parts.set(keyOf(difference), { ...difference, ...extra });
    }
  }
  const counted = [...parts.values()].filter(({ isHidden }) => !isHidden);
  return counted.map((part): MatchedPart => {
    const breaking = part.isFound ? part.differences.filter(breaks) : [];
    const result = breaking.length > 0 ? 'different' : part.differences.length > 0 ? 'compatible' : 'equal';
    return { ...part, result: part.isFound ? result : 'missing', differences: breaking };
  });
}

function keyOf({ part, path }: Pick<Part, 'part' | 'path'>): string {
  return [part, ...path].join('\0');
}

/** Who may call, and what is only in documents. */
const IGNORED: ReadonlySet<Subject> = new Set(['operationId', 'tool', 'security', 'scopes', 'catch', 'header']);

/** Whether no client can tell a difference, as documents of others are written. */
function isIgnored({ subject, name, before, after, part, use }: Difference): boolean {
  if (subject === 'mediaType' && name === COMPARED_TYPE) return true;
  if (name === 'format') return !FORMATS.includes(before) && !FORMATS.includes(after);
  if (name === 'additionalProperties') {
    const isOpen = [before, after].every((each) => each === undefined || each === true);
    return isOpen || (use !== 'request' && typeof (before ?? after) === 'boolean');
  }
  // A value in a path is never empty.
  if (name === 'minLength' && after === 1 && part.startsWith('path ')) return true;
  // A page has no fewer items than none.
  if (name === 'minimum' && before === undefined && after === 0 && part.startsWith('query ')) return true;
  // Values that services of GraphQL check, as those of an Int, or that nobody sends, as the last page of a list.
  const isOutside = after === -(2 ** 31) || (typeof after === 'number' && after >= 2 ** 31 - 1);
  return IGNORED.has(subject) || (before === undefined && isOutside);
}

/**
 * Whether a difference breaks a client, by the rules of contracts; but for what documents of others leave unsaid: the default of a
 * parameter, and that an object has no further properties.
 */
function breaks(difference: Difference): boolean {
  const { subject, name, before, use } = difference;
  if (before === undefined && (subject === 'default' || name === 'additionalProperties')) return false;
  // A response with fewer of the published types is narrower; what is lost with one are parts that are missing.
  if (subject === 'variant' && name !== 'null' && before !== undefined && use !== 'request') return false;
  return impactOf(difference) !== undefined;
}
