import { describe, expect, test } from 'vitest';
import { type Schema, nullable, ref } from '../../../../../src/gateway/describe/openapi/Schema.ts';
import { SchemaRegistry } from '../../../../../src/gateway/describe/openapi/schemas/SchemaRegistry.ts';
import type { ObjectShape } from '../../../../../src/gateway/plan/Shape.ts';
import { leaf, object } from '../../support/plans.ts';

const ID = { type: 'object', properties: { id: { type: 'string' } } };
const TITLE = { type: 'object', properties: { title: { type: 'string' } } };
const byId = (own: Partial<ObjectShape> = {}) => object('Book', { id: leaf('String!') }, own);
const byTitle = (own: Partial<ObjectShape> = {}) => object('Book', { title: leaf('String!') }, own);

/** Adds schemas, and resolves the references to them. */
function resolved(add: (registry: SchemaRegistry) => Schema[], reserved: string[] = []) {
  const registry = new SchemaRegistry();
  const references = add(registry);
  registry.nameComponents(references, reserved);
  return { schemas: registry.resolve(references), components: Object.fromEntries(registry.components) };
}

describe('an object', () => {
  test.each<[name: string, add: (registry: SchemaRegistry) => Schema[], schemas: Schema[], components: object]>([
    ['that is used once stays in place', (all) => [all.object(byId(), ID)], [ID], {}],
    [
      'that recurs is a component, named by its type',
      (all) => [all.object(byId(), ID), all.object(byId(), ID)],
      [ref('Book'), ref('Book')],
      { Book: ID },
    ],
    [
      'with other properties is another component',
      (all) =>
        [byId(), byId(), byTitle(), byTitle()].map((each) =>
          all.object(each, each.properties[0]!.key === 'id' ? ID : TITLE),
        ),
      [ref('Book'), ref('Book'), ref('Book_2'), ref('Book_2')],
      { Book: ID, Book_2: TITLE },
    ],
    [
      'of a shape is a component by the name of the shape, even if it is used once',
      (all) => [all.object(byId({ component: 'Volume' }), ID)],
      [ref('Volume')],
      { Volume: ID },
    ],
    [
      'with the properties of a shape is the component of the shape, before and after it',
      (all) => [all.object(byId(), ID), all.object(byId({ component: 'Volume' }), ID), all.object(byId(), ID)],
      [ref('Volume'), ref('Volume'), ref('Volume')],
      { Volume: ID },
    ],
    [
      'of a shape with other properties stays in place',
      (all) => [all.object(byId({ component: 'Volume' }), ID), all.object(byTitle({ component: 'Volume' }), TITLE)],
      [ref('Volume'), TITLE],
      { Volume: ID },
    ],
    [
      'of a shape on another type, which differs in its description, is the component of the shape',
      (all) => [
        all.object(byId({ component: 'Volume' }), { ...ID, description: 'One.' }),
        all.object(object('Reel', { id: leaf('String!') }, { component: 'Volume' }), {
          ...ID,
          description: 'Two.',
        }),
      ],
      [ref('Volume'), ref('Volume')],
      { Volume: { ...ID, description: 'One.' } },
    ],
    [
      'that is a body is a component, even if it is used once',
      (all) => [all.markBody(all.object(byId(), ID))],
      [ref('Book')],
      { Book: ID },
    ],
    [
      'that is an item of a body is a component',
      (all) => [all.markBody({ type: 'array', items: all.object(byId(), ID) })],
      [{ type: 'array', items: ref('Book') }],
      { Book: ID },
    ],
    [
      'that is a body is named before one that only recurs',
      (all) => [all.object(byTitle(), TITLE), all.object(byTitle(), TITLE), all.markBody(all.object(byId(), ID))],
      [ref('Book_2'), ref('Book_2'), ref('Book')],
      { Book_2: TITLE, Book: ID },
    ],
  ])('%s', (_, add, schemas, components) => {
    expect(resolved(add)).toEqual({ schemas, components });
  });

  test.each([
    ['in place', 1, { type: ['object', 'null'], properties: ID.properties, description: 'x' }],
    ['as a component', 2, { anyOf: [ref('Book'), { type: 'null' }], description: 'x' }],
  ])('can be nullable %s', (_, uses, expected) => {
    const { schemas } = resolved((all) =>
      Array.from({ length: uses }, () => ({ ...nullable(all.object(byId(), ID)), description: 'x' })),
    );
    expect(schemas[0]).toEqual(expected);
  });
});

describe('a named schema', () => {
  test('is a component, even if it is used once, and may refer to itself', () => {
    const describeSelf = (all: SchemaRegistry): Schema => ({
      properties: { inner: all.named('input', 'Filter', () => ({})) },
    });
    expect(resolved((all) => [all.named('input', 'Filter', () => describeSelf(all))])).toEqual({
      schemas: [ref('Filter')],
      components: { Filter: { properties: { inner: ref('Filter') } } },
    });
  });

  test('has another name where a shape or a document has its name', () => {
    const add = (all: SchemaRegistry) => [
      all.named('enum', 'Volume', () => ({ enum: ['a'] })),
      all.object(byId({ component: 'Volume' }), ID),
      all.named('input', 'Error', () => TITLE),
    ];
    expect(resolved(add, ['Error']).schemas).toEqual([ref('Volume_2'), ref('Volume'), ref('Error_2')]);
  });
});

describe('a list', () => {
  const page = (item: Schema): Schema => ({ properties: { data: { type: 'array', items: item } } });

  test.each<[name: string, item: (registry: SchemaRegistry) => Schema, expected: string]>([
    ['a shape', (all) => all.object(byId({ component: 'Volume' }), ID), 'VolumeList'],
    ['an object', (all) => all.markBody(all.object(byId(), ID)), 'BookList'],
    ['a scalar', () => ({ type: 'string' }), 'ListResponse'],
  ])('of %s is named after its items', (_, itemOf, expected) => {
    const { schemas } = resolved((all) => {
      const item = itemOf(all);
      return [all.list(item, page(item), 'ListResponse')];
    });
    expect(schemas).toEqual([ref(expected)]);
  });
});
