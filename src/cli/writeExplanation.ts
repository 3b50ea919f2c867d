// An explanation for people, section by section: first the request itself, then its endpoint as clients see it, and the GraphQL that
// it executes last. JSON has the rest.
import { formatRequirements } from '../gateway/describe/describeAccess.ts';
import type { DescribedEndpoint } from '../gateway/describe/describeEndpoint.ts';
import { alignColumns } from '../project/texts.ts';
import type { ExplainedRequest } from './explain.ts';

type Row = readonly [name: string, ...cells: unknown[]];

/** Writes an explanation. */
export function writeExplanation(endpoint: DescribedEndpoint, request: ExplainedRequest): string {
  const { auth, inputs, scopes, operations, fragments } = endpoint;
  const { problems, precondition, runs, executes } = request;
  const status = problems.length > 0 ? 400 : precondition?.status;
  const refusals = problems.length > 0 ? problems : [{ field: 'If-Match', message: precondition?.message }];
  const executed = ['LOOKUP', runs].flatMap((variant) => {
    const text = executes[variant] ?? operations[variant];
    return text === undefined ? [] : [paragraph(`Operation ${variant}`, text)];
  });
  return [
    `${request.method} ${request.target}\n`,
    ...(status === undefined
      ? section('This request', [
          ['runs', `${endpoint.operation}, ${runs}`],
          ['variables', request.variables],
          ['body', inputs.some((input) => input.in === 'body') ? 'not read' : undefined],
          ['page', request.page],
        ])
      : section(
          `This request is refused with ${status}`,
          refusals.map(({ field, message }): Row => [field, message]),
        )),
    ...section('Endpoint', [
      ['route', `${endpoint.method} ${endpoint.path} of version ${endpoint.version}`],
      ['purpose', endpoint.description],
      ['file', `${endpoint.file}:${endpoint.line}`],
      ['auth', [auth.auth, ...auth.expand.map((value) => `expand=${value} requires a caller`)].join(', ')],
    ]),
    ...section(
      'Inputs',
      inputs.map(({ name, in: place, required, ignored, variables }): Row => [
        name || 'the whole body',
        place,
        Object.entries(variables)
          .map(([variable, type]) => `$${variable}: ${type}`)
          .join(', '),
        ignored ? 'ignored' : required ? 'required' : '',
      ]),
    ),
    ...section('Scopes', [
      ['always', formatRequirements(scopes.always)],
      ...Object.entries(scopes.expand).map(([names, more]): Row => [`expand=${names}`, formatRequirements(more)]),
    ]),
    ...section('Responses', Object.entries(endpoint.statuses)),
    ...executed,
    ...(fragments === '' || runs in executes ? [] : [paragraph('Fragments', fragments)]),
  ].join('\n');
}

/** A title above a table, of rows that have values; nothing where there are none. */
function section(title: string, rows: readonly Row[]): string[] {
  const written = rows
    .filter((row) => row[1] != null)
    .map((row) => row.map((cell) => (typeof cell === 'string' ? cell : JSON.stringify(cell))));
  return written.length > 0 ? [`${title}\n${alignColumns(written, '  ')}`] : [];
}

function paragraph(title: string, text: string): string {
  return `${title}\n${text.replace(/^(?=.)/gm, '  ')}\n`;
}
