// The routes of mutations whose names say less than their arguments, results and descriptions.
import { describe, expect, test } from 'vitest';
import { proposeSdl, routesOf, textOf } from './proposeSdl.ts';

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
  ])('is %s', (_, reads, mutation, location) => {
    const proposal = proposeSdl(`
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
  ])('is that of %s', (_, property, location) => {
    const proposal = proposeSdl(`
      type Query { user(id: ID!): User address(id: ID!): Place } type User { id: ID! } type Place { id: ID! }
      type Mutation { accountAddressCreate(city: String!): AccountAddressCreate }
      type AccountAddressCreate { user: User ${property}: Place }
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
  ])('is a property of the body: %s', (mutation, route) => {
    const proposal = proposeSdl(`${SCHEMA} type Mutation { ${mutation} }`);
    expect(routesOf(proposal).at(-1)).toBe(route);
    expect(textOf(proposal, mutation.split('(')[0]!)).toContain('$id: ID');
    expect(textOf(proposal, mutation.split('(')[0]!)).not.toContain('$id: ID!');
  });

  test.each([
    ['attachmentUpsert(id: ID!, title: String): Attachment', 'PUT /attachments/{id} → upsertAttachment'],
    ['attachmentUpdate(id: ID, title: String): Attachment', 'PATCH /attachments/{id} → updateAttachment'],
    ['attachmentPin(id: ID, slug: String): Attachment', 'POST /attachments/{id}/pin → attachmentPin'],
    ['attachmentPin(id: ID, attachmentId: ID @deprecated): Attachment', 'POST /attachments/{id}/pin → attachmentPin'],
  ])('is in the path where one object must be meant: %s', (mutation, route) => {
    expect(routesOf(proposeSdl(`${SCHEMA} type Mutation { ${mutation} }`)).at(-1)).toBe(route);
  });
});

describe('an id that is described as that of another object', () => {
  test.each([
    ['accountSetDefaultAddress', 'ID of the address to set as default.', 'POST /addresses/{id}/account-set-default'],
    ['deliveryCalculate', 'The ID of the checkout.', 'POST /checkouts/{id}/delivery-calculate'],
    ['orderInitialize', 'The ID of the checkout or address.', 'POST /orders/initialize'],
    ['deliveryInitialize', 'The ID of the checkout or order.', 'POST /delivery-initialize'],
    ['paymentTokenize', 'Identifier of the payment method app.', 'POST /payment-tokenize'],
    ['paymentRetry', 'ID of the failed method.', 'POST /payment-retry'],
    ['deliveryDeleteFailedParcel', 'ID of failed parcel to delete.', 'POST /delivery-delete-failed-parcel'],
  ])('is not put under its noun: %s', (mutation, description, route) => {
    expect(routeOf(mutation, description)).toBe(route);
  });

  test.each([
    ['orderCancel', 'ID of the order to cancel.', 'POST /orders/{id}/cancel'],
    ['orderCancel', 'ID of the checkout or order.', 'POST /orders/{id}/cancel'],
    ['orderCancel', 'ID of the purchase to cancel.', 'POST /orders/{id}/cancel'],
    ['orderCancel', 'Unique ID of the object.', 'POST /orders/{id}/cancel'],
    ['orderCancel', 'Which one.', 'POST /orders/{id}/cancel'],
    ['deliveryCancel', 'ID of the express delivery.', 'POST /deliveries/{id}/cancel'],
  ])('is put under its noun otherwise: %s, %s', (mutation, description, route) => {
    expect(routeOf(mutation, description)).toBe(route);
  });

  function routeOf(mutation: string, description: string): string {
    const types = ['Account', 'Address', 'Checkout', 'Order', 'Delivery', 'Payment', 'PaymentMethod'];
    const { endpoints } = proposeSdl(`
      type Query {
        address(id: ID!): Address checkout(id: ID!): Checkout order(id: ID!): Order
        ${types.map((type) => `one${type}: ${type}`).join(' ')}
      }
      ${types.map((type) => `type ${type} { id: ID! }`).join(' ')}
      type Mutation { ${mutation}("${description}" id: ID!): Result } type Result { text: String }
    `);
    const { method, path } = endpoints.at(-1)!;
    return `${method} ${path}`;
  }
});

describe('a mutation of callers who have not logged in', () => {
  test.each([
    'tokenCreate(email: String!, password: String!): Text',
    'tokenRefresh(refreshToken: String): Text',
    'refreshToken(refreshToken: String!): Text',
    'login(email: String!): Text',
    'signIn(input: Login!): Text',
    'loginWithGoogle(code: String!): Text',
    'register(email: String!): Text',
    'accountRegister(email: String!): Text',
    'registerUser(email: String!): Text',
    'requestPasswordReset(email: String!): Text',
    'createToken(input: Login!): Text',
    'setPassword(input: Reset!): Text',
    'confirmAccount(email: String!, token: String!): Text',
    'verifyEmail(code: String!): Boolean!',
  ])('has auth: NONE: %s', (mutation) => {
    expect(textWith(mutation)).toContain('auth: NONE');
  });

  test.each([
    'setPassword(password: String!): Text',
    'refreshToken: Text',
    'createToken(name: String!): Text',
    'registerWebhook(url: String!): Text',
    'userSetPassword(password: String!): Text',
    'verifyEmail(email: String!): Text',
    'login(email: String!): Text @authenticated',
    'login(email: String!): User',
  ])('is not every one with such a word: %s', (mutation) => {
    expect(textWith(mutation)).not.toContain('auth');
  });

  test.each(['Requires one of the following permissions: STAFF.', 'Of the logged-in user.'])(
    'is none that is described so: %s',
    (description) => {
      expect(textWith(`"${description}" confirmEmail(token: String!): Text`)).not.toContain('auth');
    },
  );

  function textWith(mutation: string): string {
    const { endpoints } = proposeSdl(`
      directive @authenticated on FIELD_DEFINITION
      type Query { me: User } type User { name: String @authenticated } type Text { text: String }
      input Login { email: String! password: String! } input Reset { password: String! token: String! }
      type Mutation { ${mutation} }
    `);
    return endpoints.at(-1)!.text;
  }
});

describe('verbs', () => {
  test.each([
    ['userAvatarDelete: User', 'DELETE /users/avatar'],
    ['userAvatarDelete(reason: String!): User', 'POST /users/delete-avatar'],
    ['orderRequestDelete(id: ID!): Order', 'POST /orders/{id}/request-deletion'],
    ['orderCancelDelete(id: ID!): Order', 'POST /orders/{id}/cancel-deletion'],
    ['tokenVerify(token: String!): Boolean tokenCreate(email: String!): Result', 'POST /tokens/verify'],
    ['tokensDeactivateAll: Boolean tokenCreate(email: String!): Result', 'POST /tokens/deactivate-all'],
    ['refundRequestDelete(id: ID!): RefundRequest', 'DELETE /refund-requests/{id}'],
  ])('of %s', (mutation, route) => {
    const { endpoints } = proposeSdl(`
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
    ['ordersByKey(key: String!): [Order!]!', 'GET /orders/by-key'],
  ])('is the path as it is: %s', (query, route) => {
    const { endpoints } = proposeSdl(`
      type Query { ${query} orders: [Order!]! } type Order { id: ID! }
      type SsoUrlFromEmailResponse { url: String } type HookFailure { id: ID! }
    `);
    expect(`${endpoints[0]!.method} ${endpoints[0]!.path}`).toBe(route);
  });
});

test.each([
  ['linesIds', 'lineIds'],
  ['lineIds', 'lineIds'],
  ['statusIds', 'statusIds'],
])('ids that are called %s are %s for clients', (argument, name) => {
  const proposal = proposeSdl(`
    type Query { order(id: ID!): Order } type Order { id: ID! }
    type Mutation { orderPack(id: ID!, ${argument}: [ID!]!): Order }
  `);
  expect(textOf(proposal, 'orderPack')).toContain(`${argument}: $${name})`);
});

test.each([
  ['ID of a product variant.', 'POST /product-variants/{id}/media-assign'],
  ['ID of a variant.', 'POST /variant-media-assign'],
  ['ID of a product.', 'POST /variant-media-assign'],
])('variantId with the description "%s": %s', (description, route) => {
  const { endpoints } = proposeSdl(`
    type Query { productVariant(id: ID!): ProductVariant product(id: ID!): Product }
    type ProductVariant { id: ID! } type Product { id: ID! } type Result { text: String }
    type Mutation { variantMediaAssign(mediaId: ID!, "${description}" variantId: ID!): Result }
  `);
  expect(`${endpoints.at(-1)!.method} ${endpoints.at(-1)!.path}`).toBe(route);
});
