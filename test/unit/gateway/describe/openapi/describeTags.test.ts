import { expect, test } from 'vitest';
import { describeTags } from '../../../../../src/gateway/describe/openapi/describeTags.ts';

const operation = (tag: string, summary: string) => ({ tags: [tag], summary });

test('describes tags by the summaries of their operations, sorted by name', () => {
  expect(describeTags([operation('b', 'List b'), operation('a', 'Read a'), operation('b', 'Read b')])).toEqual([
    { name: 'a', description: 'Read a.' },
    { name: 'b', description: 'List b. Read b.' },
  ]);
});

test('counts the operations after the fifth', () => {
  const operations = Array.from({ length: 7 }, (_, index) => operation('a', `Do ${index}`));
  expect(describeTags(operations)).toEqual([{ name: 'a', description: 'Do 0. Do 1. Do 2. Do 3. Do 4. And 2 more.' }]);
});
