import { expect, test } from 'vitest';
import { PathTemplates } from '../../../../../src/gateway/describe/openapi/PathTemplates.ts';
import { endpointPlan, versionPlan } from '../support/plans.ts';

function place(templates: PathTemplates, path: string, ...names: string[]) {
  const parameters = [...names.map((name) => ({ name, in: 'path' })), { name: 'limit', in: 'query' }];
  const operation = {
    version: versionPlan(),
    endpoint: endpointPlan({ path }),
    parameters,
    body: undefined,
    success: undefined,
  };
  const { path: placed, described } = templates.place(operation);
  return [placed, ...described.parameters.map(({ name }) => name)];
}

test.each<[name: string, first: string, second: string, names: string[], expected: unknown[]]>([
  ['the same path', '/b/{id}', '/b/{id}', ['id'], ['/b/{id}', 'id', 'limit']],
  [
    'a path with other placeholders',
    '/b/{id}/c/{no}',
    '/b/{x}/c/{y}',
    ['y', 'x'],
    ['/b/{id}/c/{no}', 'no', 'id', 'limit'],
  ],
  ['another path', '/b/{id}', '/c/{no}', ['no'], ['/c/{no}', 'no', 'limit']],
])('spells %s as the first time', (_, first, second, names, expected) => {
  const templates = new PathTemplates();
  place(templates, first);
  expect(place(templates, second, ...names)).toEqual(expected);
});
