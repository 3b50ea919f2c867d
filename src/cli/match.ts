// Holds an API against a published OpenAPI document, for somebody who moves that API onto GraphQL.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type GraphQLSchema, isInterfaceType, isObjectType } from 'graphql';
import {
  type Counts,
  type MatchedPart,
  countResults,
  matchDocuments,
  percentOf,
} from '../gateway/contracts/match/matchDocuments.ts';
import { suggestFix, suggestPart } from '../gateway/contracts/match/suggestWord.ts';
import { asObject } from '../gateway/contracts/openapi/OpenApiReader.ts';
import { describeDifference, formatPath, placeOf } from '../gateway/contracts/openapi/describeDifference.ts';
import { SELECTION } from '../gateway/conventions/pageBody.ts';
import { groupBy } from '../gateway/describe/groupBy.ts';
import type { Schema } from '../gateway/describe/openapi/Schema.ts';
import { shortPath } from '../gateway/errors/Diagnostic.ts';
import type { VersionPlan } from '../gateway/plan/ApiPlan.ts';
import type { EndpointPlan } from '../gateway/plan/EndpointPlan.ts';
import { routeKey } from '../gateway/plan/paths.ts';
import { endOf } from '../gateway/plan/ResultPlan.ts';
import { type Shape, wireProperties } from '../gateway/plan/Shape.ts';
import { type Report, alignColumns, count } from '../project/Report.ts';
import { UsageError } from '../project/UsageError.ts';
import type { Api } from '../project/readApi.ts';
import { readNamed } from '../project/readSources.ts';
import { selectDocument } from './openapi.ts';

export interface MatchOptions {
  /** The file of the published document. */
  openapi: string;
  /** The version of ours; without it the unversioned paths. */
  version?: string;
  /** The least percentage that is a success. */
  compatible?: string;
}

/** Compares an API with a published document; `documents` are those of the API, by their paths. */
export function match(api: Api, documents: ReadonlyMap<string, Schema>, options: MatchOptions): Report {
  const least = readPercent(options.compatible ?? '0');
  const command = `portico match --openapi ${options.openapi}`;
  const own = documents.size > 0 ? selectDocument(documents, options.version, command) : { paths: {} };
  const { endpoints: matched, missing, additional } = matchDocuments(readPublished(options.openapi), own);
  const published = matched.length + missing.length;
  const counts = countResults(matched.flatMap(({ parts }) => parts));
  const percent = published === 0 ? 100 : percentOf(counts);
  const endpoints = matched.map(({ endpoint, own: route, parts }) => {
    const plan = findPlan(api, route, options.version);
    const ofEndpoint = countResults(parts);
    return {
      endpoint,
      own: route,
      file: plan && shortPath(plan.endpoint.source.file),
      percent: percentOf(ofEndpoint),
      counts: ofEndpoint,
      parts: parts.flatMap((part) => explain(part, (at) => fieldsAt(at, api.schema, plan))),
    };
  });
  const ok = percent >= least;
  const json = { ok, percent, counts, published, endpoints, missing, additional };
  return { text: render(json), json, ok };
}

function readPercent(text: string): number {
  if (/^\d+(?:\.\d)?$/.test(text) && Number(text) <= 100) return Number(text);
  throw new UsageError(`--compatible must be a number from 0 to 100 with at most one decimal, not "${text}".`);
}

function readPublished(file: string): Schema {
  const text = readNamed({ path: path.resolve(file), by: '--openapi' }, 'file', () => readFileSync(file, 'utf8'));
  let document: Schema;
  try {
    document = asObject(JSON.parse(text));
  } catch (error) {
    throw new UsageError(
      `--openapi: ${file} is not JSON. ${(error as Error).message}. Convert YAML first, such as with: npx yaml --json --single < ${file}`,
    );
  }
  const [, elsewhere] = /"\$ref"\s*:\s*"([^"#][^"]*)"/.exec(text) ?? [];
  if (elsewhere !== undefined) {
    throw new UsageError(`--openapi: ${file} refers to ${elsewhere}. Bundle the documents into one first.`);
  }
  const { openapi, swagger, paths } = document;
  if (String(openapi).startsWith('3.') && typeof paths === 'object') return document;
  const found = swagger === undefined ? '' : `, but is Swagger ${String(swagger)}: convert it first`;
  throw new UsageError(`--openapi: ${file} must be an OpenAPI document of version 3.0 or 3.1, with paths${found}.`);
}

interface OwnPlan {
  version: VersionPlan;
  endpoint: EndpointPlan;
}

/** The endpoint of a route in our document: that of the version, or of the first one that has it. */
function findPlan({ plan: { versions } }: Api, route: string, version = ''): OwnPlan | undefined {
  const [method = '', own = ''] = route.split(' ');
  const number = Number(version.replace(/^v/, ''));
  const all = versions.flatMap((each) => each.endpoints.map((endpoint) => ({ version: each, endpoint })));
  const found = all.filter(({ endpoint }) => routeKey(endpoint) === routeKey({ method, path: own }));
  return found.find((each) => each.version.number === number) ?? found[0];
}

/** The fields of the object types that the JSON of a success has at a path. */
function fieldsAt(names: readonly string[], schema: GraphQLSchema, plan: OwnPlan | undefined): string[] {
  if (!plan) return [];
  const { result, page } = plan.endpoint;
  const end = endOf(result);
  // In the template of a page, the objects of the schema are the items.
  const isTemplate = page && end.kind === 'connection' && plan.version.conventions.page.body !== SELECTION;
  const below = isTemplate ? names.slice(names.indexOf('[]') + 1) : names;
  const types = typesAt(
    isTemplate ? end.of : result.body,
    below.filter((name) => name !== '[]'),
  );
  return types.flatMap((name) => {
    const type = schema.getType(name);
    return isObjectType(type) || isInterfaceType(type) ? Object.keys(type.getFields()) : [];
  });
}

function typesAt(shape: Shape, names: readonly string[]): string[] {
  const [name, ...rest] = names;
  switch (shape.kind) {
    case 'leaf':
    case 'template':
      return [];
    case 'connection':
      return typesAt(shape.selected, names);
    case 'wrapped':
      return name === shape.as ? typesAt(shape.of, rest) : [];
    case 'object':
      if (name === undefined) return [shape.type];
      return wireProperties(shape).flatMap((each) => (each.name === name ? typesAt(each.shape, rest) : []));
    default:
      return typesAt(shape.of, names);
  }
}

interface Remark extends Pick<MatchedPart, 'part' | 'result'> {
  /** Dotted; empty for the whole part. */
  path: string;
  /** What differs, and the words that close it; none for what is compatible. */
  differences: readonly { description: string; hint: string }[];
}

/** What is to say about a part: nothing if it is equal, or ours has another body. */
function explain(part: MatchedPart, fieldsOf: (names: readonly string[]) => string[]): Remark[] {
  const { path: names, result } = part;
  if (result === 'equal' || part.isInner) return [];
  const remark = { part: part.part, path: formatPath(names), result };
  if (result === 'compatible') return [{ ...remark, differences: [] }];
  if (result === 'missing') {
    const description = describeMissing(part);
    return [{ ...remark, differences: [{ description, hint: suggestPart(part, fieldsOf(names.slice(0, -1))) }] }];
  }
  const differences = part.differences.map((difference) => {
    const { subject, after, use, name } = difference;
    const isMissing = subject === 'property' && after === undefined;
    const description = isMissing ? describeMissing(difference) : describeDifference(difference);
    if (!isMissing || use === 'error') return { description, hint: suggestFix(difference) };
    const fields = fieldsOf(difference.path.slice(0, -1));
    return { description, hint: suggestPart({ kind: 'property', name, part: part.part, use, others: [] }, fields) };
  });
  return [{ ...remark, differences }];
}

function describeMissing(place: Omit<Parameters<typeof placeOf>[0], 'endpoint'>): string {
  const text = placeOf({ ...place, endpoint: '' });
  return `${text[0]!.toUpperCase()}${text.slice(1)} is missing.`;
}

interface Described {
  percent: number;
  counts: Counts;
  published: number;
  endpoints: readonly { endpoint: string; percent: number; counts: Counts; parts: readonly Remark[] }[];
  missing: readonly string[];
}

const RESULTS = ['equal', 'compatible', 'different', 'missing'] as const;

/** How many endpoints a difference is listed with, and how many that are missing. */
const MAX_NAMED = 1;
const MAX_MISSING = 20;

/** A table of the endpoints; the words that close differences, each with these; and the percentage. */
function render({ percent, counts, published, endpoints, missing }: Described): string {
  const row = (name: string, own: Counts, share: number) => [
    name,
    ...RESULTS.map((each) => String(own[each])),
    String(share),
  ];
  const header = ['ENDPOINT', ...RESULTS.map((each) => each.toUpperCase()), 'PERCENT'];
  const rows = endpoints.map((each) => row(each.endpoint, each.counts, each.percent));
  const all = endpoints.flatMap(({ endpoint, parts }) =>
    parts.flatMap(({ differences }) => differences.map((each) => ({ ...each, endpoint }))),
  );
  const byHint = [...groupBy(all, ({ hint }) => hint)].map(([hint, closed]) => {
    const lines = [...groupBy(closed, ({ description }) => description)].map(([description, group]) => {
      const named = firstOf([...new Set(group.map(({ endpoint }) => endpoint))], MAX_NAMED);
      return `  ${description} ${named.join(' ')}\n`;
    });
    return `${hint}\n${lines.join('')}`;
  });
  const absent = firstOf(missing, MAX_MISSING).map((endpoint) => `  ${endpoint}\n`);
  return [
    alignColumns([header, ...rows, row('ALL', counts, percent)]),
    ...byHint,
    ...(absent.length > 0
      ? [`\`portico add\`, or a document with \`@endpoint(method:, path:)\`\n${absent.join('')}`]
      : []),
    `${percent} % compatible, in ${endpoints.length} of ${count(published, 'published endpoint')}`,
  ].join('\n');
}

function firstOf(texts: readonly string[], max: number): string[] {
  return texts.length <= max ? [...texts] : [...texts.slice(0, max), `and ${texts.length - max} more`];
}
