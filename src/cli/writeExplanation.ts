// An explanation for people, section by section: first the request itself, then its endpoint as clients see it, and the GraphQL of the
// endpoint last.
import { formatRequirements } from '../gateway/describe/describeAccess.ts';
import type { DescribedEndpoint } from '../gateway/describe/describeEndpoint.ts';
import type { Components } from '../gateway/describe/openapi/Schema.ts';
import { alignColumns } from '../project/texts.ts';
import type { ExplainedRequest } from './explain.ts';

type Row = readonly [name: string, ...cells: unknown[]];

/** Writes an explanation. Schemas are as in the OpenAPI document. */
export function writeExplanation(
  endpoint: DescribedEndpoint,
  request: ExplainedRequest,
  components: Components,
): string {
  const { auth, inputs, scopes, operations, fragments } = endpoint;
  const { problems, precondition, executes } = request;
  const isRefused = problems.length > 0 || precondition !== undefined;
  const status = problems.length > 0 ? 400 : precondition?.status;
  return [
    `${request.method} ${request.target}\n`,
    ...(isRefused
      ? section(
          `This request is refused with ${status}`,
          problems.length > 0
            ? problems.map(({ field, message }) => [field, message])
            : [['If-Match', precondition!.message]],
        )
      : section('This request', [
          ['runs', `${endpoint.operation}, ${request.runs}`],
          ['variables', request.variables],
          ['body', inputs.some((input) => input.in === 'body') ? 'not read' : undefined],
          ['page', request.page],
        ])),
    ...(isRefused ? [] : Object.entries(executes)).map(([variant, text]) => paragraph(`Executed ${variant}`, text)),
    ...section('Endpoint', [
      ['route', `${endpoint.method} ${endpoint.path} of version ${endpoint.version}`],
      ['purpose', endpoint.description],
      ['file', `${endpoint.file}:${endpoint.line}`],
      ['auth', [auth.auth, ...auth.expand.map((value) => `expand=${value} requires a caller`)].join(', ')],
      ...Object.entries(endpoint.shapes).map(([name, file]): Row => [`shape ${name}`, file]),
      ['lookup', endpoint.lookup],
      ['body', endpoint.consumes?.join(', ')],
      ...Object.entries(endpoint.headers ?? {}).map(([name, source]): Row => [`header ${name}`, source]),
      ['cache', endpoint.cacheControl],
      ['response', endpoint.produces?.join(', ')],
    ]),
    ...section(
      'Inputs',
      inputs.flatMap(({ name, in: place, required, ignored, variables, values = {}, schema }): Row[] => [
        [
          name || 'the whole body',
          place,
          Object.entries(variables)
            .map(([variable, type]) => `$${variable}: ${type}`)
            .join(', '),
          ignored ? 'ignored' : `${required ? 'required, ' : ''}${JSON.stringify(schema)}`,
        ],
        ...Object.entries(values).map(([text, value]): Row => [
          '',
          '',
          '',
          `${JSON.stringify(text)} is ${JSON.stringify(value)}`,
        ]),
      ]),
    ),
    ...section('Schemas', [...components]),
    ...section('Scopes', [
      ['always', formatRequirements(scopes.always)],
      ...Object.entries(scopes.expand).map(([names, more]): Row => [`expand=${names}`, formatRequirements(more)]),
    ]),
    ...section('Responses', Object.entries(endpoint.statuses)),
    ...section(
      'Null where they fail',
      (endpoint.catches ?? []).map((field): Row => [field]),
    ),
    ...Object.entries(operations).map(([variant, text]) => paragraph(`Operation ${variant}`, text)),
    ...(fragments === '' ? [] : [paragraph('Fragments', fragments)]),
  ].join('\n');
}

/** A title above a table, of rows that have values; nothing where there are none. */
function section(title: string, rows: readonly Row[]): string[] {
  const written = rows
    .filter((row) => row[1] != null || row.length === 1)
    .map((row) => row.map((cell) => (typeof cell === 'string' ? cell : JSON.stringify(cell))));
  return written.length > 0 ? [`${title}\n${alignColumns(written, '  ')}`] : [];
}

function paragraph(title: string, text: string): string {
  return `${title}\n${text.replace(/^(?=.)/gm, '  ')}\n`;
}
