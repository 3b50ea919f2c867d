import { describe, expect, test } from 'vitest';
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/plan/conventions/defaultConventions.ts';
import type { FieldsPlan, SelectableProperty } from '../../../../src/gateway/plan/EndpointPlan.ts';
import { parseQuery } from '../../../../src/gateway/http/urls.ts';
import {
  type SentProperties,
  prepareExpands,
  selectProperties,
} from '../../../../src/gateway/handle/read/requestSelection.ts';

const EXPANDS = [
  { name: 'author', variables: ['withAuthor'] },
  { name: 'shelf', variables: ['withShelf'] },
  { name: 'shelf.owner', variables: ['withShelf', 'withOwner'] },
];
const read = prepareExpands(EXPANDS, DEFAULT_CONVENTIONS);

describe('prepareExpands', () => {
  test.each<[string, object, string[]]>([
    ['', {}, []],
    ['expand=', {}, []],
    ['expand=author', { withAuthor: true }, []],
    ['expand=%61uthor', { withAuthor: true }, []],
    ['expand=author,shelf', { withAuthor: true, withShelf: true }, []],
    ['expand=author&expand=shelf', { withAuthor: true, withShelf: true }, []],
    ['expand=shelf.owner', { withShelf: true, withOwner: true }, []],
    ['expand=autor', {}, ['autor']],
    ['expand=author,', { withAuthor: true }, ['']],
    ['expand=author&expand=', { withAuthor: true }, []],
    ['expand=%ff', {}, ['%ff']],
    ['expand=author%2Cshelf', {}, ['author,shelf']],
    ['expand=constructor', {}, ['constructor']],
    ['other=author', {}, []],
  ])('?%s turns on %j, and does not know %j', (query, variables, unknownExpands) => {
    expect(read(parseQuery(query))).toEqual({ variables, unknownExpands });
  });

  test('the parameter has the name of the conventions', () => {
    const named = prepareExpands(EXPANDS, { ...DEFAULT_CONVENTIONS, expand: 'include[]' });
    expect(named(parseQuery('include[]=author&expand=shelf')).variables).toEqual({ withAuthor: true });
  });

  test('an endpoint without expands reads none, each time into variables of its own', () => {
    const none = prepareExpands([], DEFAULT_CONVENTIONS);
    const [one, other] = [none(parseQuery('expand=author')), none(parseQuery(''))];
    expect(one).toEqual({ variables: {}, unknownExpands: [] });
    expect(one.variables).not.toBe(other.variables);
  });
});

const leaf = (name: string, rest: Partial<SelectableProperty> = {}): SelectableProperty => ({
  name,
  path: [name],
  wire: [name],
  ...rest,
});
const plan = (properties: SelectableProperty[]): FieldsPlan => ({ name: 'fields', path: ['user'], properties });

/** What is left out, and what is sent as plain objects. */
function select(properties: SelectableProperty[], ...names: string[]) {
  const { leftOut, sent } = selectProperties(plan(properties), names);
  return [leftOut, plain(sent)];
}
function plain(sent: SentProperties): object {
  return Object.fromEntries([...sent].map(([key, of]) => [key, of === 'whole' ? of : plain(of)]));
}

const team = leaf('team', { properties: [leaf('id', { always: true }), leaf('name'), leaf('room')] });
const user = [leaf('id', { always: true }), leaf('name'), team];

describe('selectProperties', () => {
  describe('of an object', () => {
    test.each<[names: string[], leftOut: string[], sent: object]>([
      [['name'], ['/user/team'], { id: 'whole', name: 'whole' }],
      [['team'], ['/user/name'], { id: 'whole', team: 'whole' }],
      [['team', 'team.name'], ['/user/name'], { id: 'whole', team: 'whole' }],
      [['team.name'], ['/user/name', '/user/team/room'], { id: 'whole', team: { id: 'whole', name: 'whole' } }],
      [[], ['/user/name', '/user/team'], { id: 'whole' }],
    ])('%j', (names, leftOut, sent) => expect(select(user, ...names)).toEqual([leftOut, sent]));
  });

  test('what location and headers are read from executes, and is not sent', () => {
    const properties = [leaf('number'), leaf('team', { properties: [leaf('key'), leaf('room')] }), leaf('name')];
    const executes = [
      ['user', 'number'],
      ['user', 'team', 'key'],
      ['user', 'shelf', 'tag'],
    ];
    const shelf = leaf('floor', { path: ['shelf', 'floor'] });
    const { leftOut, sent } = selectProperties({ ...plan([...properties, shelf]), executes }, ['name']);
    expect([leftOut, plain(sent)]).toEqual([['/user/shelf/floor', '/user/team/room'], { name: 'whole' }]);
  });

  test('what a property is made from executes with it', () => {
    const self = leaf('self', { needs: [['name'], ['team', 'room']] });
    expect(select([self, leaf('name'), team], 'self')).toEqual([
      ['/user/team/id', '/user/team/name'],
      { self: 'whole' },
    ]);
    expect(select([self, leaf('name'), team], 'name')).toEqual([['/user/self', '/user/team'], { name: 'whole' }]);
  });

  test('properties of a spread object leave it out together', () => {
    const spread = ['room', 'floor'].map((name) => leaf(name, { path: ['shelf', name] }));
    expect(select([...spread, leaf('name')], 'name')).toEqual([['/user/shelf'], { name: 'whole' }]);
    expect(select([...spread, leaf('name')], 'room')).toEqual([['/user/name', '/user/shelf/floor'], { room: 'whole' }]);
  });

  test('properties of a group are beside the others', () => {
    const grouped = [
      leaf('name', { wire: ['attributes', 'name'] }),
      leaf('age', { wire: ['attributes', 'age'] }),
      leaf('name'),
    ];
    expect(select(grouped, 'name')).toEqual([['/user/age'], { attributes: { name: 'whole' }, name: 'whole' }]);
    expect(select(grouped, 'age')).toEqual([['/user/name'], { attributes: { age: 'whole' } }]);
  });

  test('a value that is wrapped is one level of names and none of data', () => {
    const data = leaf('data', { path: [], properties: [leaf('id', { always: true }), leaf('name')] });
    const owner = leaf('owner', { properties: [data] });
    expect(select([owner], 'owner.data.id')).toEqual([['/user/owner/name'], { owner: { data: { id: 'whole' } } }]);
    expect(select([owner], 'owner.data')).toEqual([[], { owner: { data: 'whole' } }]);
    expect(select([owner, leaf('x')], 'x')).toEqual([['/user/owner'], { x: 'whole' }]);
  });
});
