import type { Plan } from '../plan/PageRequest.ts';
import type { Components } from '../describe/openapi/Schema.ts';
import { alignColumns } from './alignColumns.ts';
import type { ExplainedEndpoint } from './explainEndpoint.ts';
import type { ExplainedRequest } from './explainRequest.ts';
import { inputRows } from './inputRows.ts';
import { inWords } from '../describe/neededScopes.ts';

const WAYS: Readonly<Record<Plan, string>> = {
  PLAIN: '',
  BARE: ' without offset, page or cursor',
  OFFSET: ' with offset',
  PAGE: ' with page',
  CURSOR: ' with cursor',
};

/** An explanation for people, section by section. */
export function writeExplanation(
  request: { method: string; target: string },
  endpoint: ExplainedEndpoint,
  { runs, variables, page, problems }: ExplainedRequest,
  components: Components,
): string {
  const { version, method, path, operation, description, file, line, shapes, inputs, scopes, fragments } = endpoint;
  const section = (title: string, rows: readonly (readonly string[])[]) =>
    rows.length > 0 ? [`${title}\n${alignColumns(rows, '  ')}`] : [];
  const ways = Object.entries(endpoint.operations) as [Plan | 'LOOKUP', string][];
  return [
    `${request.method} ${request.target}\n`,
    ...section('Endpoint', [
      ['route', `${method} ${path} of version ${version}`],
      ...(description === null ? [] : [['purpose', description]]),
      ['file', `${file}:${line}`],
      ...Object.entries(shapes).map(([name, place]) => [`shape ${name}`, place]),
    ]),
    ...section('Inputs', inputs.length > 0 ? [HEAD, ...inputs.flatMap((input) => inputRows(input, components))] : []),
    ...section('Scopes', [
      ['always', inWords(scopes.always)],
      ...Object.entries(scopes.expand).map(([names, needs]) => [`expand=${names}`, inWords(needs)]),
    ]),
    ...ways.map(([way, text]) => `${way === 'LOOKUP' ? 'Lookup' : `Operation${WAYS[way]}`}\n${indented(text)}\n`),
    ...(fragments === '' ? [] : [`Fragments\n${indented(fragments)}\n`]),
    ...section('Answers', Object.entries(endpoint.statuses)),
    ...section(
      problems.length > 0 ? 'This request is refused with 400' : 'This request',
      problems.length > 0
        ? problems.map(({ field, message }) => [field, message])
        : [
            ['runs', operation + WAYS[runs]],
            ['variables', JSON.stringify(variables)],
            ...(page ? [['page', JSON.stringify(page)]] : []),
          ],
    ),
  ].join('\n');
}

const HEAD = ['NAME', 'IN', 'FILLS', 'TAKES'];

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
