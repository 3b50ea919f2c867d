import { describe, expect, test } from 'vitest';
import { diagnosticsOf } from './support/compileDocuments.ts';
import { testDiagnostics } from './support/testDiagnostics.ts';

const schema = `
  type Query { echo(a: String, b: String, c: String): String }
  type Mutation { echo(a: String, b: String, c: String): String }
`;
const get = (a: string, b: string) =>
  `query get($a: String ${a}, $b: String ${b}) @endpoint(method: GET, path: "/e") { echo(a: $a, b: $b) }`;
const post = (a: string, b: string) =>
  `mutation m($a: String ${a}, $b: String ${b}) @endpoint(method: POST, path: "/e") { echo(a: $a, b: $b) }`;

describe('names are refused of', () => {
  testDiagnostics(schema, [
    [
      'two query parameters',
      get('@param(name: "x")', '@param(name: ▶"x")'),
      'Two variables have the parameter name "x". | Rename one with @param(name: …).',
    ],
    [
      'a query parameter and a variable',
      get('@param(name: "b")', '').replace('$b:', '▶$b:'),
      'Two variables have the parameter name "b". | Rename one with @param(name: …).',
    ],
    [
      'two headers that differ in case',
      get('@param(in: HEADER, name: "X-A")', '@param(in: HEADER, name: ▶"x-a")'),
      'Two variables have the parameter name "x-a". | Rename one with @param(name: …).',
    ],
    [
      'two properties of the body',
      post('@param(name: "x.y")', '@param(name: ▶"x.y")'),
      'Two variables have the property name "x.y". | Rename one with @param(name: …).',
    ],
    [
      'a property and the object around it',
      post('@param(name: "x.y")', '@param(name: ▶"x")'),
      'The body properties "x" and "x.y" conflict: "x" cannot be both a value and an object. | Rename one with @param(name: …).',
    ],
    [
      'an object and a property in it',
      post('@param(name: "x")', '@param(name: ▶"x.y")'),
      'The body properties "x" and "x.y" conflict: "x" cannot be both a value and an object. | Rename one with @param(name: …).',
    ],
  ]);
});

test.each([
  ['that are in different sources', get('@param(name: "x")', '@param(in: HEADER, name: "x")')],
  ['of the query that differ in case', get('@param(name: "x")', '@param(name: "X")')],
  ['of the query that only look like a path', get('@param(name: "x")', '@param(name: "x.y")')],
  ['of the body that only begin in the same way', post('@param(name: "x")', '@param(name: "xy")')],
  ['of the body in one object', post('@param(name: "x.y")', '@param(name: "x.z")')],
])('names are accepted %s', (_, document) => {
  expect(diagnosticsOf(schema, document)).toEqual([]);
});
