import { describe, expect, test } from 'vitest';
import { compileOne, diagnosticsOf } from '../support/compileDocuments.ts';
import { testDiagnostics } from '../support/testDiagnostics.ts';

const schema = `
  type Query { book(flag: Boolean, text: String): Book }
  type Book { id: ID! title: String author: Author }
  type Author { name: String books: [Book!] }
`;
const get = (variables: string, selection: string, given = '') =>
  `query get(${variables}) @endpoint(method: GET, path: "/b") { book${given} { id ${selection} } }`;
const notBoolean = (name: string) =>
  `$${name} with @expand is not a Boolean with the default false. | Write "$${name}: Boolean = false @expand".`;
const notCondition = (name: string) =>
  `$${name} with @expand is used outside of @include(if:) and @skip(if:). | Use another variable here.`;

describe('an expand is refused', () => {
  testDiagnostics(schema, [
    ['that is on by default', get('▶$e: Boolean = true @expand', 'title @include(if: $e)'), notBoolean('e')],
    ['without a default', get('▶$e: Boolean! @expand', 'title @include(if: $e)'), notBoolean('e')],
    ['of another type', get('▶$e: String @expand', '', '(text: ▶$e)'), notBoolean('e'), notCondition('e')],
    ['that is an argument', get('$e: Boolean = false @expand', '', '(flag: ▶$e)'), notCondition('e')],
    [
      'that is an argument in a fragment',
      `query get($e: Boolean = false @expand) @endpoint(method: GET, path: "/b") { ...F }
fragment F on Query { book(flag: ▶$e) { id } }`,
      notCondition('e'),
    ],
    [
      'with a @param',
      get('$e: Boolean = false @expand ▶@param(name: "y")', 'title @include(if: $e)'),
      '$e is a value of the parameter "expand", which @param cannot describe. | Use @expand(name: …), or remove one of them.',
    ],
    [
      'with the name of another',
      get(
        '$a: Boolean = false @expand(name: "x"), $b: Boolean = false @expand(name: ▶"x")',
        'title @skip(if: $a) author @include(if: $b) { name }',
      ),
      'Two variables have the expand value "x". | Rename one.',
    ],
    [
      'with the variable of another as its name',
      get(
        '$a: Boolean = false @expand(name: "b"), $b: Boolean = false ▶@expand',
        'title @skip(if: $a) author @include(if: $b) { name }',
      ),
      'Two variables have the expand value "b". | Rename one.',
    ],
    ...['a,b', '', 'a.', '.a', 'a..b', 'a b'].map((name): [string, string, string] => [
      `with the name "${name}"`,
      get(`$e: Boolean = false @expand(name: ▶"${name}")`, 'title @include(if: $e)'),
      `"${name}" is not a valid expand value. | Use letters, digits, _ and dots.`,
    ]),
  ]);
});

describe('the values of expand', () => {
  test('turn on their variables and those of their prefixes', () => {
    const document = get(
      `$all: Boolean = false @expand(name: "author.books.all"), $id: ID, $author: Boolean = false @expand,
      $books: Boolean! = false @expand(name: "author.books"), $authors: Boolean = false @expand`,
      `author @include(if: $author) { name books @include(if: $books) { id title @include(if: $all) } }
      title @skip(if: $authors) other: author { name @include(if: $author) }`,
    ).replace(', $id: ID', '');
    expect(compileOne(schema, document).expands).toEqual([
      { name: 'author.books.all', variables: ['all', 'author', 'books'] },
      { name: 'author', variables: ['author'] },
      { name: 'author.books', variables: ['author', 'books'] },
      { name: 'authors', variables: ['authors'] },
    ]);
  });
  test('have the name that the conventions give the variable', () => {
    const documents = {
      'conventions.json': '{"case": "snake_case"}',
      'v1/a.graphql': get('$withTitle: Boolean = false @expand', 'title @include(if: $withTitle)'),
    };
    expect(compileOne(schema, documents).expands).toEqual([{ name: 'with_title', variables: ['withTitle'] }]);
    expect(compileOne(schema, documents).parameters).toEqual([]);
  });
  test('are not those of a condition without @expand', () => {
    const plan = compileOne(schema, get('$t: Boolean = false', 'title @include(if: $t)'));
    expect([plan.expands, plan.parameters.map(({ name }) => name)]).toEqual([[], ['t']]);
  });
  test('may be named like anything that has no comma', () => {
    const document = get('$e: Boolean = false @expand(name: "a_1.b")', 'title @include(if: $e)');
    expect(diagnosticsOf(schema, document)).toEqual([]);
  });
});
