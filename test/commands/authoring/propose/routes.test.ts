// The routes of mutations whose names say less than their arguments, results and descriptions.
import { describe, expect, test } from 'vitest';
import { propose, routeOf, textOf } from '../support/propose.ts';

describe('the location of what is created', () => {
  const READS = `
    issue(id: ID!): Issue issues: [Issue!]! issueVcsBranchSearch(branchName: String!): Issue
    issueHasSubscribers(id: ID!): Boolean! issueSamplePayload(event: String!): String`;

  test.each([
    ['its own GET, whatever else is read of it', READS, 'issueCreate', '/issues/{id}'],
    ['its own GET, where the name says from what it is created', READS, 'issueCreateFromEmail', '/issues/{id}'],
    ['the GET of its type under another noun', READS, 'ticketCreate', '/issues/{id}'],
    ['none without one', 'issueVcsBranchSearch(branchName: String!): Issue', 'issueCreate', undefined],
    ['none under a noun that has another type', 'issue(id: ID!): Summary', 'issueCreate', undefined],
  ])('is %s', async (_, reads, mutation, location) => {
    const proposal = await propose(`
      type Query { ${reads} node: Summary } type Issue { id: ID! title: String! } type Summary { id: ID! }
      type Mutation { ${mutation}(title: String!): Issue }
    `);
    const text = textOf(proposal, mutation)!;
    expect(/location: "(.*?)"/.exec(text)?.[1]).toBe(location);
    if (location !== undefined) expect(text).toContain('status: 201');
  });

  test.each([
    ['the object with the last word of the noun', 'address', '/addresses/{id}'],
    ['none where no object of the payload has the noun', 'place', undefined],
  ])('is that of %s', async (_, property, location) => {
    const proposal = await propose(`
      type Query { user(id: ID!): User address(id: ID!): Place } type User { id: ID! } type Place { id: ID! }
      type Mutation { accountAddressCreate(city: String!): AccountAddressPayload }
      type AccountAddressPayload { user: User ${property}: Place }
    `);
    expect(/location: "(.*?)"/.exec(textOf(proposal, 'accountAddressCreate')!)?.[1]).toBe(location);
  });
});

const ATTACHMENTS = `
  type Query { attachment(id: ID!): Attachment } type Attachment { id: ID! title: String! }
  input AttachmentInput { id: ID title: String }`;
const USERS = `
  type Query { user(id: ID!): User order(id: ID!): Order refund(id: ID!): Refund refundRequest(id: ID!): RefundRequest }
  type User { id: ID! } type Order { id: ID! } type Refund { id: ID! } type RefundRequest { id: ID! }`;
const ORDERS = `
  type Query { orders: [Order!]! } type Order { id: ID! }
  type SsoUrlFromEmailResponse { url: String } type HookFailure { id: ID! }`;

test.each([
  // An optional id is a property of the body, unless one object must be meant.
  ['attachmentLinkSlack(id: ID, url: String!): Attachment', 'POST /attachments/link-slack', ATTACHMENTS],
  ['attachmentUpsert(input: AttachmentInput!): Attachment', 'PUT /attachments', ATTACHMENTS],
  ['attachmentUpsert(id: ID, title: String): Attachment', 'PUT /attachments', ATTACHMENTS],
  ['attachmentUpsert(id: ID!, title: String): Attachment', 'PUT /attachments/{id}', ATTACHMENTS],
  ['attachmentUpdate(id: ID, title: String): Attachment', 'PATCH /attachments/{id}', ATTACHMENTS],
  ['attachmentPin(id: ID, slug: String): Attachment', 'POST /attachments/{id}/pin', ATTACHMENTS],
  ['attachmentPin(id: ID, attachmentId: ID @deprecated): Attachment', 'POST /attachments/{id}/pin', ATTACHMENTS],
  ['userAvatarDelete: User', 'DELETE /users/avatar', USERS],
  ['userAvatarDelete(reason: String!): User', 'POST /users/delete-avatar', USERS],
  ['orderRequestDelete(id: ID!): Order', 'POST /orders/{id}/delete-request', USERS],
  ['refundRequestDelete(id: ID!): RefundRequest', 'DELETE /refund-requests/{id}', USERS],
  // A name that cannot be split is the path as it is.
  ['ssoUrlFromEmail(email: String!): SsoUrlFromEmailResponse', 'GET /sso-url-from-email', ORDERS],
  ['recentOrdersByKey(key: String!): [Order!]!', 'GET /recent-orders-by-key', ORDERS],
  ['failuresForHooks(key: String!): [HookFailure!]!', 'GET /failures-for-hooks', ORDERS],
])('%s is %s', async (field, route, sdl) => {
  const root = route.startsWith('GET') ? 'Query' : 'Mutation';
  expect((await routeOf(field, sdl, [[field, route]], root))!.split(' → ')[0]).toBe(route);
});

test('an optional id in the body is optional there', async () => {
  const proposal = await propose(
    `${ATTACHMENTS} type Mutation { attachmentUpsert(id: ID, title: String): Attachment }`,
  );
  expect(textOf(proposal, 'attachmentUpsert')).toContain('mutation upsertAttachment($id: ID, $title: String)');
});
