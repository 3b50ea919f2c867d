import { expect, test } from 'vitest';
import { DEFAULT_CONVENTIONS } from '../../../../../src/gateway/conventions/defaultConventions.ts';
import { describeCodes } from '../../../../../src/gateway/describe/openapi/describeCodes.ts';
import { versionPlan } from '../support/plans.ts';

type Errors = typeof DEFAULT_CONVENTIONS.errors;

const versionWith = (errors: Partial<Errors> = {}) =>
  versionPlan({ conventions: { ...DEFAULT_CONVENTIONS, errors: { ...DEFAULT_CONVENTIONS.errors, ...errors } } });

/** Code and status of each row. */
function rowsOf(...versions: ReturnType<typeof versionWith>[]): string[] {
  return describeCodes(versions)
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').slice(1, 3).join('').replace(/\s+/g, ' ').trim());
}

test('is a table of Markdown in an element that is closed', () => {
  const text = describeCodes([versionWith()]);
  expect(text).toMatch(
    /^<details><summary>Error codes<\/summary>\n\n\| Code \| Status \| Cause \| Remedy \| Retry \|\n\| ---/,
  );
  expect(text).toMatch(/ \|\n\n<\/details>$/);
  expect(text).toContain(
    '| `CONFLICT` | 409 | The request conflicts with the state of a resource, for example a duplicate. | Read the current state, and change the request. | after a change |',
  );
});

test('leaves out codes that REST does not have', () => {
  const rows = rowsOf(versionWith());
  expect(rows).toContain('`BAD_USER_INPUT` 400');
  expect(rows.filter((row) => row.includes('GRAPHQL'))).toEqual([]);
});

test('has the names and statuses of the conventions', () => {
  const codes = { NOT_FOUND: { code: 'missing', status: 410 }, CONFLICT: 422, '*': { code: 'E-{status}' } };
  const rows = rowsOf(versionWith({ invalid: 422, codes }));
  expect(rows).toEqual(expect.arrayContaining(['`missing` 410', '`CONFLICT` 422', '`BAD_USER_INPUT` 422']));
  // What is composed of values of an error is not known before there is one.
  expect(rows).toContain('`FORBIDDEN` 403');
});

test('has a row for each version that differs', () => {
  const rows = rowsOf(versionWith(), versionWith({ invalid: 422 }), versionWith());
  expect(rows.filter((row) => row.startsWith('`BAD_USER_INPUT`'))).toEqual([
    '`BAD_USER_INPUT` 400',
    '`BAD_USER_INPUT` 422',
  ]);
  expect(rows.filter((row) => row.startsWith('`CONFLICT`'))).toHaveLength(1);
});
