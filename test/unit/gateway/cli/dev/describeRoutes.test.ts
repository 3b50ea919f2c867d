import { expect, test } from 'vitest';
import { describeRoutes } from '../../../../../src/gateway/cli/dev/describeRoutes.ts';
import { routes } from '../../../../../src/gateway/cli/routes.ts';
import { compileDocuments } from '../support/compileDocuments.ts';

const planOf = (count: number) =>
  compileDocuments(
    Object.fromEntries(
      Array.from({ length: count }, (_, number) => [
        `v1/get${number}.graphql`,
        `query get${number} @endpoint(method: GET, path: "/${number}") { users { nodes { id } } }`,
      ]),
    ),
  ).plan;

test('is the table of routes', () => {
  const plan = planOf(30);
  expect(describeRoutes(plan)).toBe(routes(plan).text.trimEnd());
});

test('counts routes beyond the thirtieth', () => {
  const lines = describeRoutes(planOf(33)).split('\n');
  expect(lines).toHaveLength(32);
  expect(lines.at(-1)).toBe('… and 3 more; "portico routes" lists them all.');
});
