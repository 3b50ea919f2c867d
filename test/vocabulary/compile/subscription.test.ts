import { describe, expect, test } from 'vitest';
import { faultsOf, testFaults } from '../support/faults.ts';

test('a mutation is refused over a schema without mutations', () => {
  const document = 'mutation m @endpoint(method: POST, path: "/b") { touch }';
  expect(faultsOf('type Query { a: Int }', document).join()).toContain(
    'The schema has no mutation type. Add it to the schema.',
  );
});

describe('checkSubscription', () => {
  const subscriptionSchema = `
  type Query { a: String }
  type Subscription { changed(after: ID, count: Int): Change changes(after: String): [Change!]! paged(first: Int, after: ID): Changes }
  type Change { id: ID! note: Note tags: [String!]! text: String @authenticated }
  type Note { id: String }
  type Changes { nodes: [Change!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  directive @authenticated on FIELD_DEFINITION
`;
  const listen = (selection: string, variables = '', more = '') =>
    `subscription listen${variables} @endpoint(method: GET, path: "/s"${more}) { ${selection} }`;

  describe('a subscription is only checked', () => {
    test.each([
      ['with an event id', listen('changed(after: $after) { id @export(as: "after") }', '($after: ID)')],
      ['with an id below', listen('changed(after: $after) { note { id @export(as: "after") } }', '($after: ID)')],
      ['with the id of a list', listen('changes(after: $after) { id @export(as: "after") }', '($after: String)')],
      ['without an id', listen('changed { id }')],
    ])('%s', (_, text) => {
      const say = { 'v1/say.graphql': 'query say @endpoint(method: GET, path: "/say") { a }' };
      expect(faultsOf(subscriptionSchema, { 'v1/a.graphql': text, ...say })).toEqual([
        'v1/a.graphql:1:1: A subscription is not executed yet. Remove it: this version of Portico only checks it.',
      ]);
    });
  });

  describe('a subscription is refused', () => {
    testFaults(subscriptionSchema, [
      [
        'with an event id that fills a variable that is not null',
        listen('changed(after: $after) { id @export(as: ▶"after") }', '($after: ID!)'),
        '@export(as: "after") in a subscription needs a nullable variable. Declare $after without "!": the first request has no Last-Event-ID.',
      ],
      [
        'with an event id that fills nothing',
        listen('changed { id @export(as: ▶"after") }'),
        '@export(as: "after") does not name a variable of the subscription. Declare $after as ID.',
      ],
      [
        'with an event id of another type',
        listen('changed(count: $after) { id @export(as: ▶"after") }', '($after: Int)'),
        '"id" has type ID, but $after has type Int. Give both the same type.',
      ],
      [
        'with a list as the event id',
        listen('changed(after: $after) { tags ▶@export(as: "after") }', '($after: ID)'),
        '@export is on "tags", which is not a scalar. Move it to a scalar.',
      ],
      [
        'with two event ids',
        listen('changed(after: $after) { id @export(as: "after") note { id ▶@export(as: "after") } }', '($after: ID)'),
        '"id" is the second @export of the subscription, whose events have one id. Remove one of the two.',
      ],
      ['with a page', listen('paged ▶@paginate { nodes { id } }'), 'A subscription has no pages. Remove @paginate.'],
      [
        'with produces',
        listen('changed { id }', '', ', produces: ▶["application/json"]'),
        'A subscription is always text/event-stream. Remove produces.',
      ],
      [
        'with another status',
        listen('changed { id }', '', ', status: ▶202'),
        'A subscription has the status 200, not 202. Remove status.',
      ],
      [
        'with a maxAge',
        listen('changed { id }', '', ', maxAge: ▶5'),
        'maxAge is not supported for a subscription. Remove it.',
      ],
      ['for POST', listen('changed { id }').replace('GET', '▶POST'), 'A subscription requires GET, not POST. Use GET.'],
      [
        'that nobody could receive',
        listen('changed { id ▶text }', '', ', auth: NONE'),
        '"text" is @authenticated, so an anonymous caller never gets an answer. Use auth: REQUIRED.',
      ],
    ]);
  });
});
