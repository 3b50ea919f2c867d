import { expect, test } from 'vitest';
import { referencesOf } from '../../../../../src/gateway/describe/openapi/referencesOf.ts';

test.each<[name: string, node: unknown, references: string[]]>([
  ['a reference', { $ref: '#/a' }, ['#/a']],
  [
    'references in lists and objects, each once',
    [{ a: { $ref: '#/a' } }, [{ $ref: '#/b' }, { $ref: '#/a' }]],
    ['#/a', '#/b'],
  ],
  [
    'the schemas of properties, whatever their names',
    { properties: { default: { $ref: '#/a' }, $ref: { $ref: '#/b' } } },
    ['#/a', '#/b'],
  ],
  ['no data', { default: { $ref: '#/a' }, examples: [{ $ref: '#/b' }], enum: [{ $ref: '#/c' }] }, []],
  ['no scalar', null, []],
])('finds %s', (_, node, references) => {
  expect([...referencesOf(node)]).toEqual(references);
});
