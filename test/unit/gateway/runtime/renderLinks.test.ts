import { expect, test } from 'vitest';
import type { PageLimits } from '../../../../src/gateway/plan/PagePlan.ts';
import { parseQuery } from '../../../../src/gateway/protocol/parseQuery.ts';
import { type Links, renderLinks } from '../../../../src/gateway/runtime/renderLinks.ts';
import { toyEngine } from '../engine/support/toy.ts';

const LIMITS = {
  styles: ['PAGE', 'CURSOR'],
  names: { limit: 'limit', offset: 'offset', page: 'page', cursor: 'cursor' },
} as unknown as PageLimits;
const render = (query: string, links: Links, limits: Partial<PageLimits> = {}) =>
  renderLinks({ path: '/v1/books', query: parseQuery(query) }, { ...LIMITS, ...limits }, links);

test.each<[string, Links, string | undefined]>([
  ['', {}, undefined],
  ['', { first: { page: 1, limit: 5 } }, '</v1/books?page=1&limit=5>; rel="first"'],
  [
    'page=3&limit=5&cursor=x',
    { prev: { page: 2 }, next: { page: 4 } },
    '</v1/books?page=2>; rel="prev", </v1/books?page=4>; rel="next"',
  ],
  ['genres=A,B&shelf=a%20b%3E', { first: { page: 1 } }, '</v1/books?genres=A,B&shelf=a%20b%3E&page=1>; rel="first"'],
  ['a=1&a=2&offset=3', { first: { page: 1 } }, '</v1/books?a=1&a=2&offset=3&page=1>; rel="first"'],
  ['shelf=none>,<"é^', { first: { page: 1 } }, '</v1/books?shelf=none%3E,%3C%22%C3%A9%5E&page=1>; rel="first"'],
  ["a=x+~!$'()*;:@/?.-_", { first: { page: 1 } }, '</v1/books?a=x+~!$\'()*;:@/?.-_&page=1>; rel="first"'],
  ['filter[a]=1', { first: { page: 1 } }, '</v1/books?filter%5Ba%5D=1&page=1>; rel="first"'],
  ['', { first: { 'page[number]': 1, cursor: 'a b' } }, '</v1/books?page%5Bnumber%5D=1&cursor=a%20b>; rel="first"'],
])('of ?%s, with %j', (query, links, header) => {
  expect(render(query, links)).toBe(header);
});

test('are left out where no client could read them', async () => {
  expect(render(`shelf=${'x'.repeat(8000)}`, { first: { page: 1 } })).toBeUndefined();
  const toy = toyEngine({
    'v1/a.graphql':
      'query list($shelf: String) @endpoint(method: GET, path: "/books") { books(shelf: $shelf) @paginate { nodes { id } } }',
  });
  const reply = await toy.send(`GET /v1/books?shelf=${'x'.repeat(4000)}`);
  expect([reply.status, reply.headers['link']]).toEqual([200, undefined]);
});

test('hold names that have to be encoded', async () => {
  const named = toyEngine({
    'conventions.json': JSON.stringify({ page: { parameters: { page: 'page[number]' }, styles: ['PAGE'] } }),
    'v1/a.graphql': 'query list @endpoint(method: GET, path: "/a") { books @paginate { nodes { id } } }',
  });
  const { headers } = await named.send('GET /v1/a?page[number]=2');
  expect(headers['link']).toContain('</v1/a?page%5Bnumber%5D=3&limit=20>; rel="next"');
});
