import { expect, test } from 'vitest';
import { ref } from '../../../../../src/gateway/describe/openapi/Schema.ts';
import { describeOperations } from '../../../../../src/gateway/describe/openapi/describeOperations.ts';
import { endpointPlan, leaf, object, parameterPlan, versionPlan } from '../support/plans.ts';

const BOOK = object('Book', { genre: leaf('Genre!'), author: object('Author', { name: leaf('String!') }) });

test('the operations of a version share the schemas of bodies, enums and selections that recur', () => {
  const version = versionPlan({
    types: { inputs: {}, enums: { Genre: { values: { FACT: 'fact' } } } },
    endpoints: [
      endpointPlan({ body: BOOK, parameters: [parameterPlan({ type: 'Genre' })] }),
      endpointPlan({ body: object('Shelf', { owner: object('Author', { name: leaf('String!') }) }) }),
    ],
  });
  const { operations, components } = describeOperations(version);
  expect(operations.map(({ success }) => success)).toEqual([ref('Book'), ref('Shelf')]);
  expect(operations[0]!.parameters).toMatchObject([{ schema: ref('Genre') }]);
  expect([...components.keys()].sort()).toEqual(['Author', 'Book', 'Genre', 'Shelf']);
  expect(components.get('Book')).toMatchObject({ properties: { genre: ref('Genre'), author: ref('Author') } });
});

test.each(['Error', 'Problem'])('a shape with the reserved name %s is another component', (component) => {
  const endpoints = [endpointPlan({ body: object('Book', { id: leaf('ID!') }, { component }) })];
  const { components } = describeOperations(versionPlan({ endpoints }));
  expect([...components.keys()]).toEqual([`${component}_2`]);
});
