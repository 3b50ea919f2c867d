// The routes of mutations whose names say less than their arguments, results and descriptions.
import { describe, expect, test } from 'vitest';
import { propose, routesOf, textOf } from '../support/propose.ts';

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

describe('an optional id', () => {
  const SCHEMA = `
    type Query { attachment(id: ID!): Attachment } type Attachment { id: ID! title: String! }
    input AttachmentInput { id: ID title: String }`;

  test.each([
    ['attachmentLinkSlack(id: ID, url: String!): Attachment', 'POST /attachments/link-slack → attachmentLinkSlack'],
    ['attachmentUpsert(input: AttachmentInput!): Attachment', 'PUT /attachments → upsertAttachment'],
    ['attachmentUpsert(id: ID, title: String): Attachment', 'PUT /attachments → upsertAttachment'],
  ])('is a property of the body: %s', async (mutation, route) => {
    const proposal = await propose(`${SCHEMA} type Mutation { ${mutation} }`);
    expect(routesOf(proposal).at(-1)).toBe(route);
    expect(textOf(proposal, mutation.split('(')[0]!)).toContain('$id: ID');
    expect(textOf(proposal, mutation.split('(')[0]!)).not.toContain('$id: ID!');
  });

  test.each([
    ['attachmentUpsert(id: ID!, title: String): Attachment', 'PUT /attachments/{id} → upsertAttachment'],
    ['attachmentUpdate(id: ID, title: String): Attachment', 'PATCH /attachments/{id} → updateAttachment'],
    ['attachmentPin(id: ID, slug: String): Attachment', 'POST /attachments/{id}/pin → attachmentPin'],
    ['attachmentPin(id: ID, attachmentId: ID @deprecated): Attachment', 'POST /attachments/{id}/pin → attachmentPin'],
  ])('is in the path where one object must be meant: %s', async (mutation, route) => {
    expect(routesOf(await propose(`${SCHEMA} type Mutation { ${mutation} }`)).at(-1)).toBe(route);
  });
});

describe('verbs', () => {
  test.each([
    ['userAvatarDelete: User', 'DELETE /users/avatar'],
    ['userAvatarDelete(reason: String!): User', 'POST /users/delete-avatar'],
    ['orderRequestDelete(id: ID!): Order', 'POST /orders/{id}/delete-request'],
    ['orderCancelDelete(id: ID!): Order', 'POST /orders/{id}/delete-cancel'],
    ['refundRequestDelete(id: ID!): RefundRequest', 'DELETE /refund-requests/{id}'],
  ])('of %s', async (mutation, route) => {
    const { endpoints } = await propose(`
      type Query { user(id: ID!): User order(id: ID!): Order refund(id: ID!): Refund refundRequest(id: ID!): RefundRequest }
      type User { id: ID! } type Order { id: ID! } type Refund { id: ID! } type RefundRequest { id: ID! } type Result { text: String }
      type Mutation { ${mutation} }
    `);
    const endpoint = endpoints.find(({ coordinate }) => mutation.startsWith(coordinate.replace('Mutation.', '')))!;
    expect(`${endpoint.method} ${endpoint.path}`).toBe(route);
  });
});

describe('a name that cannot be split', () => {
  test.each([
    ['ssoUrlFromEmail(email: String!): SsoUrlFromEmailResponse', 'GET /sso-url-from-email'],
    ['recentOrdersByKey(key: String!): [Order!]!', 'GET /recent-orders-by-key'],
    ['failuresForHooks(key: String!): [HookFailure!]!', 'GET /failures-for-hooks'],
  ])('is the path as it is: %s', async (query, route) => {
    const { endpoints } = await propose(`
      type Query { ${query} orders: [Order!]! } type Order { id: ID! }
      type SsoUrlFromEmailResponse { url: String } type HookFailure { id: ID! }
    `);
    expect(`${endpoints[0]!.method} ${endpoints[0]!.path}`).toBe(route);
  });
});
