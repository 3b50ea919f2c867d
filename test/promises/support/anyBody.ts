import fc from 'fast-check';
import { PROTOTYPE_KEYS, mostly, text } from './anyText.ts';

const FIELDS = [
  'name',
  'firstName',
  'lastName',
  'email',
  'items',
  'userId',
  'productId',
  'quantity',
  ...PROTOTYPE_KEYS,
];

const json: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc.constantFrom(null, true, false, 0, -1, 1.5, 1000, 1001, 2 ** 53 - 1, 2 ** 53, 1e300),
    fc.nat(300),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc
    .array(fc.tuple(fc.oneof(fc.constantFrom(...FIELDS), text), tie('value')), { maxLength: 5 })
    // `fromEntries` defines properties, so `__proto__` becomes a key like any other.
    .map((entries) => Object.fromEntries(entries)),
})).value;

const name = fc.oneof(fc.constantFrom('Ada Lovelace', 'Plato', '李 小龍'), fc.string({ minLength: 1 }), text);

/** Bodies that are nearly right, so that more than the first check is reached. */
const likely = fc.oneof(
  fc.record(
    { name, email: mostly(fc.emailAddress(), fc.oneof(text, fc.constant(null)), 2) },
    { requiredKeys: ['name'] },
  ),
  fc.record({ firstName: name, lastName: name, email: fc.emailAddress() }, { requiredKeys: ['firstName', 'lastName'] }),
  fc.record(
    {
      items: fc.array(fc.record({ productId: fc.nat(300), quantity: fc.integer({ min: 0, max: 1001 }) }), {
        maxLength: 4,
      }),
      userId: fc.oneof(fc.nat(200), fc.constant(null)),
    },
    { requiredKeys: ['items'] },
  ),
  fc.record({ query: fc.oneof(fc.constantFrom('{ users { nodes { id } } }', '{'), text), variables: json }),
);

/** A body that nearly fits an endpoint, or any JSON, or none. */
export const body: fc.Arbitrary<string | Uint8Array | undefined> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(undefined) },
  { weight: 8, arbitrary: likely.map((value) => JSON.stringify(value)) },
  { weight: 3, arbitrary: json.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: text },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }) },
  { weight: 1, arbitrary: fc.nat(3000).map((depth) => '[{"items":'.repeat(depth)) },
  { weight: 1, arbitrary: fc.nat(3000).map((depth) => '{"items":['.repeat(depth) + ']}'.repeat(depth)) },
);
