import { expect, test } from 'vitest';
import { KEYWORDS } from '../../../../src/gateway/errors/keywords.ts';
import { seen, toyEngine } from '../engine/support/toy.ts';

const documents = {
  'v1/list.graphql': `query list($number: Int @param(min: 3, max: 5), $text: String @param(minLength: 2, maxLength: 3, pattern: "b+"),
    $genre: Genre, $ids: [ID!] @param(minItems: 2, maxItems: 3), $isbn: Isbn, $flag: Boolean!, $x: Boolean = false @expand)
    @endpoint(method: GET, path: "/e") {
      echo(number: $number, text: $text, genre: $genre, ids: $ids, isbn: $isbn, flag: $flag) { json @include(if: $x) __typename }
    }`,
  'v1/books.graphql': `query books @endpoint(method: GET, path: "/books") { books @paginate(max: 9) { nodes { id } } }`,
  'v1/add.graphql': `mutation add($grid: [[Int!]!] @param(maxItems: 1), $filter: Filter!) @endpoint(method: POST, path: "/e") {
    fill(grid: $grid, filter: $filter) { json }
  }`,
};

/** Every message is its keyword, and so a problem says which one it violates. */
const toy = toyEngine({
  ...documents,
  'conventions.json': JSON.stringify({
    errors: {
      body: ['{field} {message}'],
      messages: Object.fromEntries(KEYWORDS.map((keyword) => [keyword, keyword.toUpperCase()])),
    },
  }),
});

test.each<[line: string, body: unknown, problems: string[]]>([
  ['GET /v1/e', undefined, ['flag REQUIRED']],
  ['GET /v1/e?flag=x&number=1.5', undefined, ['number TYPE', 'flag TYPE']],
  ['GET /v1/e?flag=true&number=2&text=b', undefined, ['number MINIMUM', 'text MINLENGTH']],
  ['GET /v1/e?flag=true&number=6&text=bbbb', undefined, ['number MAXIMUM', 'text MAXLENGTH']],
  ['GET /v1/e?flag=true&text=cc&genre=FUN', undefined, ['text PATTERN', 'genre ENUM']],
  ['GET /v1/e?flag=true&ids=1&isbn=2', undefined, ['ids MINITEMS', 'isbn FORMAT']],
  [
    'GET /v1/e?flag=true&ids=1,2,3,4&nope=1&expand=y',
    undefined,
    ['ids MAXITEMS', 'nope ADDITIONALPROPERTIES', 'expand ENUM'],
  ],
  ['GET /v1/e?flag=true&flag=true&text=%ff', undefined, ['text FORMAT', 'flag TYPE']],
  ['GET /v1/books?limit=0&offset=x', undefined, ['limit MINIMUM', 'offset TYPE']],
  ['GET /v1/books?limit=10&offset=1&page=1', undefined, ['limit MAXIMUM', 'page NOT']],
  ['GET /v1/books?cursor=x', undefined, ['cursor FORMAT']],
  ['POST /v1/e', {}, ['filter REQUIRED']],
  ['POST /v1/e', [], ['body TYPE']],
  ['POST /v1/e', { grid: [[null], 1], filter: null }, ['grid MAXITEMS', 'filter NULL']],
  [
    'POST /v1/e',
    { grid: [[null]], filter: { genre: 1, more: 2 } },
    ['grid.0.0 NULL', 'filter.genre ENUM', 'filter.more ADDITIONALPROPERTIES'],
  ],
  ['POST /v1/e', { grid: 1, filter: [] }, ['grid TYPE', 'filter TYPE']],
])('%s with %j violates %j', async (line, body, problems) => {
  expect(seen(await toy.send(line, { body }))).toEqual([400, problems]);
});
