// What is said beside a name that is not known: the one that is probably meant, or the known ones.
import { expect, test } from 'vitest';
import { seen, toyEngine } from './support/toy.ts';

const A = 'a'.repeat(57);
test.each<[name: string, known: string[], said: string]>([
  ['limt', ['limit', 'offset'], 'did you mean "limit"?'],
  ['LIMIT', ['limit', 'offset'], 'did you mean "limit"?'],
  ['pagecount', ['pageCount'], 'did you mean "pageCount"?'],
  ['zz', ['limit', 'offset'], 'known parameters are "limit", "offset"'],
  ['x'.repeat(64), ['x'.repeat(63)], `did you mean "${'x'.repeat(63)}"?`],
  ['x'.repeat(65), ['x'.repeat(64)], `known parameters are "${'x'.repeat(64)}"`],
  // Up to 120 characters are listed.
  ['zz', [A, 'b'.repeat(57)], `known parameters are "${A}", "${'b'.repeat(57)}"`],
  ['zz', [A, 'b'.repeat(58)], `known parameters are "${A}", … and 1 more`],
  ['zz', ['b'.repeat(119)], 'known parameters are 1 values'],
])('%s of %j: %s', async (name, known, said) => {
  const parameters = known.map((each, index) => `$p${index}: String @param(name: "${each}")`).join();
  const texts = known.map((_, index) => `$p${index}`).join();
  const toy = toyEngine({
    'v1/a.graphql': `query get(${parameters}) @endpoint(method: GET, path: "/a") { titled(titles: [${texts}]) { json } }`,
  });
  expect(seen(await toy.send(`GET /v1/a?${name}=1`))).toEqual([
    400,
    { error: `${name} is not a known parameter; ${said}` },
  ]);
});
