// Every word of the vocabulary has an OpenAPI rendering: the documents of all examples, and of one API with every word, are valid.
// That linters have nothing to say of them, and that clients generated from them compile, is tested in test/systems/openapi.
import { expect, test } from 'vitest';
import { validateOpenApi } from '../../vocabulary/describe/support/validateOpenApi.ts';
import { documentFaults } from '../support/documentFaults.ts';
import { documents } from './describeEveryApi.ts';

test.each([...documents])('%s is valid, and its parts fit each other', (_, document) => {
  expect([validateOpenApi(document), documentFaults(document)]).toEqual([[], []]);
});

test.each([...documents])('%s says what the API is called, who publishes it and under which licence', (_, { info }) => {
  expect(info).toMatchObject({
    title: expect.stringMatching(/^[A-Z]/),
    contact: { name: expect.any(String) },
    license: { name: 'MIT', identifier: 'MIT' },
  });
});
