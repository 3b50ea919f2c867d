import { describe, expect, test, vi } from 'vitest';
import {
  KEYWORDS,
  MAX_PROBLEMS,
  MAX_PROBLEM_BYTES,
  ProblemCollector,
  collectProblems,
} from '../../../../src/gateway/base/errors/ProblemCollector.ts';
import { seen, toyEngine } from '../../../vocabulary/support/toy.ts';

describe('ProblemCollector', () => {
  describe('a collector', () => {
    test('has the problems in order', () => {
      const collector = new ProblemCollector();
      collector.add('a', 'must be b');
      collector.add({ toString: () => 'c.0' }, () => 'must be d');
      collector.addProblem({ field: 'e', message: 'must be f', code: 'E' });
      expect(collector.problems).toEqual([
        { field: 'a', message: 'must be b' },
        { field: 'c.0', message: 'must be d' },
        { field: 'e', message: 'must be f', code: 'E' },
      ]);
      expect(collector.isFull).toBe(false);
    });
    test('truncates field, message and code', () => {
      const collector = new ProblemCollector();
      collector.addProblem({ field: 'f'.repeat(201), message: 'm'.repeat(201), code: 'c'.repeat(201) });
      collector.add('f'.repeat(200), 'm'.repeat(200));
      const cut = (letter: string) => `${letter.repeat(199)}…`;
      expect(collector.problems).toEqual([
        { field: cut('f'), message: cut('m'), code: cut('c') },
        { field: 'f'.repeat(200), message: 'm'.repeat(200) },
      ]);
    });
    test('has the place of a problem, unless its name is too long', () => {
      const collector = new ProblemCollector();
      const at = (parameter: string) => ({ toString: () => 'p', source: { parameter } });
      collector.add(at('p'.repeat(200)), 'm');
      collector.add(at('p'.repeat(201)), 'm');
      expect(collector.problems).toEqual([
        { field: 'p', message: 'm', source: { parameter: 'p'.repeat(200) } },
        { field: 'p', message: 'm' },
      ]);
    });
    test('replaces messages by their keywords', () => {
      const collector = new ProblemCollector(undefined, { required: "can't be blank" });
      collector.add('a', 'is required', 'required');
      collector.add('b', 'must not be null', 'null');
      collector.add('c', 'is late');
      expect(collector.problems.map(({ message }) => message)).toEqual([
        "can't be blank",
        'must not be null',
        'is late',
      ]);
    });
    test('is full with one problem more than the maximum', () => {
      const collector = new ProblemCollector();
      const message = vi.fn<() => string>(() => 'm');
      for (let n = 0; n < MAX_PROBLEMS; n++) collector.add('f', 'm');
      expect([collector.problems.length, collector.isFull]).toEqual([50, false]);
      collector.add('f', message);
      collector.add('f', message);
      expect([collector.problems.length, collector.isFull, message.mock.calls.length]).toEqual([50, true, 0]);
    });
    test.each<[string, number, number]>([
      ['fits exactly', 3 + 3 + 2, 1],
      ['is larger by one byte', 3 + 3 + 2 - 1, 0],
    ])('of a maximum size has a problem that %s', (_, maxBytes, count) => {
      const collector = new ProblemCollector(maxBytes);
      collector.add('f', 'm');
      collector.add('', '');
      expect([collector.problems.length, collector.isFull]).toEqual([count, true]);
    });
    test('counts bytes of UTF-8 as JSON, the code included', () => {
      const collector = new ProblemCollector(4 + 4 + 4);
      collector.addProblem({ field: 'ü', message: '"', code: 'cc' });
      expect([collector.problems.length, collector.isFull]).toEqual([1, false]);
      collector.add('', '');
      expect(collector.isFull).toBe(true);
    });
  });

  test('the first problems fit into an error', () => {
    const problems = Array.from({ length: 60 }, (_, n) => ({ field: `f${n}`, message: 'm', code: 'C' }));
    expect(collectProblems(problems).problems).toEqual(problems.slice(0, 50));
    expect(collectProblems(problems, 30).problems).toEqual(problems.slice(0, 3));
    const long = Array.from({ length: 60 }, () => ({ field: '\u0000'.repeat(200), message: 'm' }));
    expect(collectProblems(long).problems).toHaveLength(Math.floor(MAX_PROBLEM_BYTES / (2 + 6 * 200 + 3 + 2)));
  });
});

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

describe('keywords', () => {
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
});
