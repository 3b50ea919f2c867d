import type { Components } from '../describe/openapi/Schema.ts';
import type { DescribedEndpoint } from '../describe/explain/describeEndpoint.ts';
import { formatRequirements } from '../describe/describeScopes.ts';
import type { OperationVariant } from '../plan/PageRequest.ts';
import { alignColumns } from './alignColumns.ts';
import type { ExplainedRequest } from './explainRequest.ts';
import { inputRows } from './inputRows.ts';
import { pageRows } from './pageRows.ts';

/** The titles of the operations that are executed, as they follow the word "Operation". */
const VARIANTS: Readonly<Record<OperationVariant, string>> = {
  UNPAGED: '',
  DEFAULT: ' without offset, page or cursor',
  OFFSET: ' with offset',
  PAGE: ' with page',
  CURSOR: ' with cursor',
  BEFORE: ' with before',
};

/** An explanation for people, section by section. */
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
  const refusals = [
    ...problems.map(({ field, message }) => [field, message]),
    ...(problems.length === 0 && precondition ? [['If-Match', precondition.message]] : []),
  ];
  const status = problems.length > 0 ? 400 : precondition?.status;
  return [
    `${request.method} ${request.target}\n`,
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
    ...operations.map(
      ([variant, text]) => `${variant === 'LOOKUP' ? 'Lookup' : `Operation${VARIANTS[variant]}`}\n${indented(text)}\n`,
    ),
    ...(fragments === '' ? [] : [`Fragments\n${indented(fragments)}\n`]),
    ...section(
      'Null where they fail',
      (endpoint.catches ?? []).map((each) => [each]),
    ),
    ...section('Responses', Object.entries(endpoint.statuses)),
    ...section(
      refusals.length > 0 ? `This request is refused with ${status}` : 'This request',
      refusals.length > 0
        ? refusals
        : [
            ['runs', operation + VARIANTS[runs]],
            ['variables', JSON.stringify(variables)],
            ...(inputs.some((input) => input.in === 'body') ? [['body', 'not read']] : []),
            ...(page ? [['page', JSON.stringify(page)]] : []),
          ],
    ),
    ...(refusals.length > 0 ? [] : Object.entries(executes)).map(
      ([variant, text]) => `${variant === 'LOOKUP' ? 'Executed lookup' : 'Executed operation'}\n${indented(text)}\n`,
    ),
  ].join('\n');
}

const HEAD = ['NAME', 'IN', 'VARIABLES', 'VALUES'];

function authRow({ auth: { auth, expand } }: DescribedEndpoint): string {
  return [auth, ...expand.map((value) => `expand=${value} requires a caller`)].join(', ');
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
