import { expect, test } from 'vitest';
import { type VersionContext, trackErrors } from '../../../src/gateway/compile/CompileContext.ts';

test('a context tracks its own errors and reports them to the outer one', () => {
  const reported: unknown[][] = [];
  const version = { report: (...diagnostic: unknown[]) => void reported.push(diagnostic) } as VersionContext;
  const outer = trackErrors(version);
  const inner = trackErrors(outer);
  const other = trackErrors(outer);
  expect([outer, inner, other].map((each) => each.hasErrors())).toEqual([false, false, false]);
  inner.report(undefined, 'It is wrong.', 'Correct it.');
  expect([outer, inner, other].map((each) => each.hasErrors())).toEqual([true, true, false]);
  expect({ ...inner }.hasErrors()).toBe(true);
  expect(reported).toEqual([[undefined, 'It is wrong.', 'Correct it.']]);
});
