// What the scalars of /graphql take, as literals and as variables, and what they say of anything else.
import { afterAll, describe, expect, test } from 'vitest';
import { dataOf, errorsOf, queryGraphql } from '../support/queryGraphql.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

const LONGEST = `${'a'.repeat(242)}@example.com`;

interface Scalar {
  /** A field with this value as an argument; those of users change nobody. */
  field(value: string): string;
  operation: 'query' | 'mutation';
  accepted: readonly unknown[];
  /** What is refused, by the message of it. */
  refused: Readonly<Record<string, readonly unknown[]>>;
}

const SCALARS: Readonly<Record<string, Scalar>> = {
  SafeInt: {
    field: (value) => `user(id: ${value}) { __typename }`,
    operation: 'query',
    accepted: [0, -0, 1, Number.MAX_SAFE_INTEGER],
    refused: {
      'must be an integer between 0 and 9007199254740991.': [-1, 2 ** 53, 1.5, '1', true, [1]],
    },
  },
  Quantity: {
    field: (value) => `createOrder(input: { items: [{ productId: 1, quantity: ${value} }] }) { __typename }`,
    operation: 'mutation',
    accepted: [1, 1000],
    refused: { 'must be an integer between 1 and 1000.': [0, 1001, '5', 2.5] },
  },
  EmailAddress: {
    field: (value) => `updateUser(id: 9007199254740991, input: { email: ${value} }) { __typename }`,
    operation: 'mutation',
    accepted: ["o'hara+x@mail.example.co.uk", LONGEST],
    refused: {
      'must be an e-mail address such as name@example.com, of at most 254 characters.': [
        '',
        'ada',
        'ada@',
        ' ada@example.com',
        'ada@example.com\0',
        'ada@exam ple.com',
        `a${LONGEST}`,
      ],
      'must be a string.': [5, ['ada@example.com']],
    },
  },
  PersonName: {
    field: (value) => `updateUser(id: 9007199254740991, input: { name: ${value} }) { __typename }`,
    operation: 'mutation',
    accepted: ['Ada Lovelace', '😀'.repeat(200), ` ${'a'.repeat(200)} `],
    refused: {
      'must not be blank.': ['', ' \t\n'],
      'must have at most 200 characters.': ['a'.repeat(201), '😀'.repeat(201)],
      'must not contain U+0000 or a lone surrogate.': ['a\0'],
    },
  },
};

describe.each(Object.entries(SCALARS))('%s', (name, { field, operation, accepted, refused }) => {
  const send = (value: unknown) => [
    queryGraphql(portico, `${operation} { ${field(JSON.stringify(value))} }`),
    queryGraphql(portico, `${operation} ($value: ${name}!) { ${field('$value')} }`, { value }),
  ];

  test.each(accepted)('takes %j', async (value) => {
    for (const answer of await Promise.all(send(value))) {
      expect([answer.status, Object.keys(answer.json as object)]).toEqual([200, ['data']]);
    }
  });

  test.each(Object.entries(refused).flatMap(([message, values]) => values.map((value) => ({ value, message }))))(
    'refuses $value: it $message',
    async ({ value, message }) => {
      for (const answer of await Promise.all(send(value))) {
        expect(answer.status).toBe(400);
        expect(errorsOf(answer)).toEqual([
          expect.objectContaining({ message: expect.stringContaining(`${name} ${message}`) as string }),
        ]);
      }
    },
  );
});

test('times are in UTC with milliseconds, and dates without a time', async () => {
  const { user, forecast } = await dataOf<Record<'user' | 'forecast', unknown>>(
    portico,
    '{ user(id: 3) { createdAt } forecast(city: "London") { days { date } } }',
  );
  expect(user).toEqual({ createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) });
  expect(forecast).toEqual({ days: Array(7).fill({ date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string }) });
});
