import { expect, test } from 'vitest';
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/conventions/defaultConventions.ts';
import { parseQuery } from '../../../../src/gateway/protocol/parseQuery.ts';
import { compileExpands } from '../../../../src/gateway/request/compileExpands.ts';

const EXPANDS = [
  { name: 'author', variables: ['withAuthor'] },
  { name: 'shelf', variables: ['withShelf'] },
  { name: 'shelf.owner', variables: ['withShelf', 'withOwner'] },
];
const read = compileExpands(EXPANDS, DEFAULT_CONVENTIONS);

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
  const named = compileExpands(EXPANDS, { ...DEFAULT_CONVENTIONS, expand: 'include[]' });
  expect(named(parseQuery('include[]=author&expand=shelf')).variables).toEqual({ withAuthor: true });
});

test('an endpoint without expands reads none, each time into variables of its own', () => {
  const none = compileExpands([], DEFAULT_CONVENTIONS);
  const [one, other] = [none(parseQuery('expand=author')), none(parseQuery(''))];
  expect(one).toEqual({ variables: {}, unknownExpands: [] });
  expect(one.variables).not.toBe(other.variables);
});
