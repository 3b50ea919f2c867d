// Holds an API against a published OpenAPI document, for somebody who moves that API onto GraphQL.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql';
import {
  type Counts,
  type MatchedPart,
  countResults,
  matchDocuments,
  percentOf,
} from '../gateway/describe/contracts/match/matchDocuments.ts';
import {
  type Missing,
  type Source,
  type SourceField,
  suggestFix,
  suggestPart,
} from '../gateway/describe/contracts/match/suggestWord.ts';
import { asObject } from '../gateway/describe/contracts/openapi/OpenApiReader.ts';
import { describeDifference, formatPath, placeOf } from '../gateway/describe/contracts/openapi/describeDifference.ts';
import { SELECTION } from '../gateway/plan/conventions/pageBody.ts';
import { groupBy } from '../gateway/describe/groupBy.ts';
import type { Schema } from '../gateway/describe/openapi/Schema.ts';
import { shortPath } from '../gateway/base/errors/Diagnostic.ts';
import { routeKey, routePath } from '../gateway/plan/paths.ts';
import { endOf } from '../gateway/plan/ResultPlan.ts';
import { type Shape, findProperty } from '../gateway/plan/Shape.ts';
import { readJson } from '../gateway/http/losslessJson.ts';
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

/** Compares an API with a published document; `documents` are those of the API, by their paths, none where it is empty. */
export function match(api: Api, documents: ReadonlyMap<string, Schema>, options: MatchOptions): Report {
  const least = readPercent(options.compatible ?? '0');
  const command = `portico match --openapi ${options.openapi}`;
  const own = documents.size > 0 ? selectDocument(documents, options.version, command) : { paths: {} };
  const compared = compare(api, readPublished(options.openapi), own, options.version);
  // All of it is compatible only where nothing is missing.
  const ok = compared.percent >= least && (least < 100 || compared.missing.length === 0);
  return { text: render(compared, options.version), json: { ok, ...compared }, ok };
}

function compare(api: Api, openapi: Schema, ours: Schema, version?: string) {
  const { endpoints: matched, missing, additional } = matchDocuments(openapi, ours);
  const published = matched.length + missing.length;
  const summary = summarize(matched.flatMap(({ parts }) => parts));
  const percent = published === 0 ? 100 : summary.percent;
  const endpoints = matched.map(({ endpoint, own, parts }) => {
    const plan = findPlan(api, own, version);
    const file = plan && shortPath(plan.endpoint.source.file);
    const remarks = parts.flatMap((part) => explain(part, (at) => sourceAt(at, api.schema, plan)));
    return { endpoint, own, file, ...summarize(parts), parts: remarks };
  });
  return { ...summary, percent, published, endpoints, missing, additional };
}

function summarize(parts: readonly MatchedPart[]) {
  const counts = countResults(parts);
  return { percent: percentOf(counts), counts };
}

function readPercent(text: string): number {
  if (/^\d+(?:\.\d)?$/.test(text) && Number(text) <= 100) return Number(text);
  throw new UsageError(`--compatible must be a number from 0 to 100 with at most one decimal, not "${text}".`);
}

function readPublished(file: string): Schema {
  const text = readNamed({ path: path.resolve(file), by: '--openapi' }, 'file', () => readFileSync(file, 'utf8'));
  let document: Schema;
  try {
    document = asObject(readJson(text));
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

/** The endpoint of a route in our document, with its version: that of the document, or of the first one that has it. */
function findPlan({ plan: { versions } }: Api, route: string, number = '') {
  const all = versions.flatMap((version) => version.endpoints.map((endpoint) => ({ version, endpoint })));
  const found = all.filter(({ endpoint }) => routeKey(endpoint) === routePath(route));
  return found.find(({ version }) => version.number === Number(number.replace(/^v/, ''))) ?? found[0];
}

/** What makes the object that the JSON of a success has at a path. */
function sourceAt(names: readonly string[], schema: GraphQLSchema, plan: ReturnType<typeof findPlan>): Source {
  if (!plan) return new Map();
  const { result, page } = plan.endpoint;
  const end = endOf(result);
  // In the template of a page, the objects of the schema are the items.
  const isTemplate = page && end.kind === 'connection' && plan.version.conventions.page.body !== SELECTION;
  if (isTemplate && !names.includes('[]')) return 'page.body';
  const below = (isTemplate ? names.slice(names.indexOf('[]') + 1) : names).filter((name) => name !== '[]');
  const fields = fieldsOf(schema.getType(typeAt(isTemplate ? end.of : result.body, below) ?? ''));
  return new Map(
    fields.map(({ name, type }): [string, SourceField] => {
      if (isListType(getNullableType(type))) return [name, 'list'];
      const named = getNamedType(type);
      return [name, isLeafType(named) ? undefined : fieldsOf(named).map((inner) => inner.name)];
    }),
  );
}

function fieldsOf(type: GraphQLNamedType | undefined) {
  return isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
}

function typeAt(shape: Shape, names: readonly string[]): string | undefined {
  if (shape.kind === 'connection') return typeAt(shape.selected, names);
  if (shape.kind !== 'wrapped' && 'of' in shape) return typeAt(shape.of, names);
  const [name, ...rest] = names;
  if (name === undefined) return shape.kind === 'object' ? shape.type : undefined;
  const found = findProperty(shape, [name], 'name');
  return found && typeAt(found.shape, rest);
}

/** What is to say about a part, and the words that close what differs: nothing if it is equal, or ours has another body. */
function explain(part: MatchedPart, sourceOf: (names: readonly string[]) => Source) {
  const { result, isInner } = part;
  if (result === 'equal' || isInner) return [];
  const suggest = (missing: Missing & Pick<MatchedPart, 'path' | 'component'>) => ({
    description: `${capitalize(placeOf({ ...missing, endpoint: '' }))} is missing.`,
    hint: suggestPart(missing, sourceOf(missing.path.slice(0, -1))),
  });
  const differences = part.differences.map((difference) => {
    const { subject, after, use } = difference;
    if (subject !== 'property' || after !== undefined) {
      return { description: describeDifference(difference), hint: suggestFix(difference) };
    }
    const missing = suggest({ ...difference, kind: 'property', others: [] });
    return use === 'error' ? { ...missing, hint: suggestFix(difference) } : missing;
  });
  const described = result === 'missing' ? [suggest(part)] : differences;
  return [{ part: part.part, path: formatPath(part.path), result, differences: described }];
}

const capitalize = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}`;

const RESULTS = ['equal', 'compatible', 'different', 'missing'] as const;

/** How many endpoints a difference is listed with, and how many that are missing. */
const MAX_NAMED = 1;
const MAX_MISSING = 20;

/** A table of the endpoints; the words that close differences, each with these; and the percentage. */
function render(
  { percent, counts, published, endpoints, missing }: ReturnType<typeof compare>,
  version?: string,
): string {
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
  // Without a version, ours has no paths that begin with one.
  const [, number] = (version === undefined && endpoints.length === 0 && / \/v(\d+)\//.exec(missing[0] ?? '')) || [];
  const added = '`portico add`, or a document with `@endpoint(method:, path:)`';
  const hint = number === undefined ? added : `\`--version ${number}\`, for documents in a folder \`v${number}\``;
  return [
    alignColumns([header, ...rows, row('ALL', counts, percent)]),
    ...byHint,
    ...(absent.length > 0 ? [`${hint}\n${absent.join('')}`] : []),
    `${percent} % compatible, in ${endpoints.length} of ${count(published, 'published endpoint')}`,
  ].join('\n');
}

function firstOf(texts: readonly string[], max: number): string[] {
  return texts.length <= max ? [...texts] : [...texts.slice(0, max), `and ${texts.length - max} more`];
}
