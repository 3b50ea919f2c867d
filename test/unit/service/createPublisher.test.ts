import { expect, test } from 'vitest';
import { createPublisher } from '../../../src/service/createPublisher.ts';

test('names the API in the contact', () => {
  expect(createPublisher({ apiName: 'acme' })).toEqual({
    contact: { name: 'The maintainers of acme' },
    license: { name: 'MIT', identifier: 'MIT' },
  });
});
