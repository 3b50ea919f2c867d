import { Kind, parse, print } from 'graphql';
import type { Components } from '../describe/openapi/Schema.ts';
import type { DescribedEndpoint } from '../describe/explain/describeEndpoint.ts';
import { formatRequirements } from '../describe/describeScopes.ts';
import type { OperationVariant, PageRequest } from '../plan/PageRequest.ts';
import { alignColumns } from './alignColumns.ts';
import type { ExplainedRequest } from './explainRequest.ts';
import { inputRows } from './inputRows.ts';
import { pageRows } from './pageRows.ts';

/** The styles of pages in words. */
const STYLES: Partial<Readonly<Record<OperationVariant, string>>> = {
  OFFSET: 'offset',
  PAGE: 'page',
  CURSOR: 'cursor',
  BEFORE: 'before',
};

/**
 * An explanation for people, section by section: first the request itself, then its endpoint as clients see it, and the GraphQL of
 * the endpoint last.
 */
export function writeExplanation(
  request: { method: string; target: string },
  endpoint: DescribedEndpoint,
  { runs, variables, page, executes, problems, precondition }: ExplainedRequest,
  components: Components,
): string {
  const {
    version,
    method,
    path,
    operation,
    description,
    file,
    line,
    shapes,
    lookup,
    consumes,
    produces,
    headers,
    cacheControl,
    inputs,
    scopes,
    fragments,
  } = endpoint;
  const section = (title: string, rows: readonly (readonly string[])[]) =>
    rows.length > 0 ? [`${title}\n${alignColumns(rows, '  ')}`] : [];
  const operations = Object.entries(endpoint.operations) as [OperationVariant | 'LOOKUP', string][];
  const variants = operations.flatMap(([variant]) => (variant === 'LOOKUP' ? [] : variant));
  const refusals = [
    ...problems.map(({ field, message }) => [field, message]),
    ...(problems.length === 0 && precondition ? [['If-Match', precondition.message]] : []),
  ];
  const status = problems.length > 0 ? 400 : precondition?.status;
  return [
    `${request.method} ${request.target}\n`,
    ...section(
      refusals.length > 0 ? `This request is refused with ${status}` : 'This request',
      refusals.length > 0
        ? refusals
        : [
            ['runs', operation + distinction(runs, variants)],
            ['variables', JSON.stringify(variables)],
            ...(inputs.some((input) => input.in === 'body') ? [['body', 'not read']] : []),
            ...(page ? [['page', pageText(page)]] : []),
          ],
    ),
    ...(refusals.length > 0 ? [] : Object.entries(executes)).map(([variant, text]) => {
      const own = withoutKnown(text, fragments);
      const title = variant === 'LOOKUP' ? 'Executed lookup' : 'Executed operation';
      return `${title}${own === text ? '' : ', with the fragments below'}\n${indented(own)}\n`;
    }),
    ...section('Endpoint', [
      ['route', `${method} ${path} of version ${version}`],
      ...(description === null ? [] : [['purpose', description]]),
      ['file', `${file}:${line}`],
      ['auth', authRow(endpoint)],
      ...Object.entries(shapes).map(([name, place]) => [`shape ${name}`, place]),
      ...(lookup === null ? [] : [['lookup', lookup]]),
      ...(consumes ? [['body', consumes.join(', ')]] : []),
      ...Object.entries(headers ?? {}).map(([name, from]) => [`header ${name}`, from]),
      ...(cacheControl === undefined ? [] : [['cache', cacheControl]]),
      ...(produces ? [['response', produces.join(', ')]] : []),
    ]),
    ...section('Inputs', inputs.length > 0 ? [HEAD, ...inputs.flatMap((input) => inputRows(input, components))] : []),
    ...section('Pages', pageRows(endpoint.page)),
    ...section('Scopes', [
      ['always', formatRequirements(scopes.always)],
      ...Object.entries(scopes.expand).map(([names, more]) => [`expand=${names}`, formatRequirements(more)]),
    ]),
    ...section('Responses', Object.entries(endpoint.statuses)),
    ...section(
      'Null where they fail',
      (endpoint.catches ?? []).map((each) => [each]),
    ),
    ...operations.map(
      ([variant, text]) =>
        `${variant === 'LOOKUP' ? 'Lookup' : `Operation${distinction(variant, variants)}`}\n${indented(text)}\n`,
    ),
    ...(fragments === '' ? [] : [`Fragments\n${indented(fragments)}\n`]),
  ].join('\n');
}

const HEAD = ['NAME', 'IN', 'VARIABLES', 'VALUES'];

function authRow({ auth: { auth, expand } }: DescribedEndpoint): string {
  return [auth, ...expand.map((value) => `expand=${value} requires a caller`)].join(', ');
}

/** What distinguishes a variant of an operation from its other variants, as it follows the word "Operation". */
function distinction(variant: OperationVariant, variants: readonly OperationVariant[]): string {
  const style = STYLES[variant];
  if (style !== undefined) return ` with ${style}`;
  const others = variants.flatMap((each) => STYLES[each] ?? []);
  return others.length === 0 ? '' : ` without ${others.join(', ').replace(/, (?=\w+$)/, ' or ')}`;
}

/** A page without its style, which is the variant that runs: `limit 20, offset 40`. */
function pageText({ style: _style, ...values }: PageRequest): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
    .join(', ');
}

/** A GraphQL document without its fragments that are known. */
function withoutKnown(document: string, fragments: string): string {
  const known = new Set(fragments === '' ? [] : parse(fragments).definitions.map(print));
  const definitions = parse(document).definitions.filter((each) => !known.has(print(each)));
  return print({ kind: Kind.DOCUMENT, definitions });
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
