// The names of paths, parameters and operations, as a designer of a REST API would choose them.
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Row, propose, proposeField, routeOf, routesOf, textOf } from '../support/propose.ts';

const RESOURCES = `
  type Query {
    me: User user(id: ID!): User issue(id: ID!): Issue repository(id: ID!): Repository enterprise(id: ID!): Enterprise
    project(id: ID!): ProjectV2 list(id: ID!): PartnerList thread: PullRequestReviewThread factor: SmsFactor basket: ShopBasket issuePreferences: [String!]!
  }
  type User { id: ID! } type Issue { id: ID! } type Repository { id: ID! } type Enterprise { id: ID! }
  interface Lockable { id: ID! } type ProjectV2 { id: ID! } type PartnerList { id: ID! }
  type PullRequestReviewThread { id: ID! } type ShopBasket { id: ID! } type ShopBasketReport { text: String }
  interface Factor { id: ID! } type SmsFactor implements Factor { id: ID! } input New { text: String }
  input LockInput { lockableId: ID! } input FollowInput { userID: String } input ListInput { listId: ID! } type Result { text: String }`;

test('the words connection and mutation are in no path and no name', async () => {
  const proposal = await propose(`
    type Query {
      filtersConnection(first: Int, after: String): FilterConnection! category(id: ID!): Category
      ssoConnection(id: ID!): SsoConnection
      worksConnection(first: Int, after: String): FilterWorksConnection
    }
    type Category { id: ID! resultsConnection(first: Int, after: String): ResultConnection! results: [Result!]! }
    type FilterConnection { nodes: [Filter!]! pageInfo: PageInfo! } type ResultConnection { nodes: [Result!]! pageInfo: PageInfo! }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type FilterWorksConnection { id: ID! edges: [WorkEdge] pageInfo: PageInfo! } type WorkEdge { node: Work } type Work { id: ID! }
    type Filter { id: ID! } type Result { id: ID! } type SsoConnection { id: ID! }
    type CreateFooMutationPayload { foo: Filter }
    type Mutation {
      createFooMutation(name: String!): CreateFooMutationPayload updateMeMutation(name: String!): Filter
      deleteSsoConnection(id: ID!): SsoConnection
    }
  `);
  expect(routesOf(proposal)).toEqual([
    'GET /filters → listFilters',
    'GET /categories/{id} → getCategory',
    'GET /sso-connections/{id} → getSsoConnection',
    'GET /works → listWorks',
    'POST /foos → createFoo',
    'PATCH /me → updateMe',
    'DELETE /sso-connections/{id} → deleteSsoConnection',
    'GET /categories/{id}/results → listCategoryResults',
  ]);
  expect(proposal.endpoints.map(({ file }) => basename(file))).toEqual(
    proposal.endpoints.map(({ operation }) => `${operation}.graphql`),
  );
});

test.each([
  ['orderLines', 'order-lines', 'getOrderLines'],
  ['OrderLine', 'order-line', 'getOrderLine'],
  ['users_by_pk', 'users-by-pk', 'getUsersByPk'],
  ['CREATED_AT', 'created-at', 'getCreatedAt'],
  ['attachmentsForURL', 'attachments-for-url', 'getAttachmentsForUrl'],
  ['URLMapping', 'url-mapping', 'getUrlMapping'],
  ['integrationGitHubPersonal', 'integration-github-personal', 'getIntegrationGithubPersonal'],
  ['v2Order', 'v2-order', 'getV2Order'],
])('the words of %s', async (field, path, operation) => {
  expect(routesOf(await propose(`type Query { ${field}: Int }`))).toEqual([`GET /${path} → ${operation}`]);
});

test('singulars and plurals', async () => {
  const all =
    'User Users Category Categories Key Keys Address Addresses Box Boxes Branch Branches Person People Child Children Analysis Analyses Status Statuses Alias Aliases Warehouse Warehouses Release Releases Cache Caches Menu Menus Emoji Emojis Quiz Quizzes Movie Movies Hero Heroes Virus Viruses'.split(
      ' ',
    );
  const pairs = all.flatMap((one, at) => (at % 2 === 0 ? [[one, all[at + 1]!] as const] : []));
  const proposal = await propose(`
    type Query { ${pairs.map(([one, many]) => `${one}(id: ID!): ${one} ${many}: [${one}!]!`).join(' ')} }
    type Mutation { ${pairs.map(([one, many]) => `create${many}(name: String!): ${one}`).join(' ')} }
    ${pairs.map(([one]) => `type ${one} { id: ID! }`).join(' ')}
  `);
  expect(routesOf(proposal)).toEqual([
    ...pairs.flatMap(([one, many]) => [
      `GET /${many.toLowerCase()}/{id} → get${one}`,
      `GET /${many.toLowerCase()} → list${many}`,
    ]),
    ...pairs.map(([one, many]) => `POST /${many.toLowerCase()} → create${one}`),
  ]);
});

test('words without a plural', async () => {
  const words = ['Settings', 'Metadata', 'Staff', 'Details', 'News', 'Series'];
  const proposal = await propose(`
    type Query { ${words.map((word) => `${word}(id: ID!): ${word}`).join(' ')} }
    ${words.map((word) => `type ${word} { id: ID! }`).join(' ')}
    type Mutation { ${words.map((word) => `create${word}(name: String!): ${word}`).join(' ')} }
  `);
  expect(routesOf(proposal)).toEqual([
    ...words.map((word) => `GET /${word.toLowerCase()}/{id} → get${word}`),
    ...words.map((word) => `POST /${word.toLowerCase()} → create${word}`),
  ]);
});

test.each([
  ['a', 'User Usage University Unit Union Universe Utility European Url Uuid Ui House History Product Mouse Css Once'],
  [
    'an',
    'Order Account Email Issue Event Upload Update Unknown Uninstallation Hour Honor Heir Sla Sso Mfa Mr Html Sms Ip Api',
  ],
])('words with the article %s', async (article, all) => {
  const words = all.split(' ').map((word) => `${word}Group`);
  const proposal = await propose(`
    type Query { any: Int } type Mutation { ${words.map((word) => `create${word}(name: String!): Int`).join(' ')} }
  `);
  expect(proposal.endpoints.slice(1).map(({ text }) => text.split('\n')[0])).toEqual(
    words.map((word) => `"Create ${article} ${word.toLowerCase().replace('group', ' group')}."`),
  );
});

describe('keys', () => {
  test.each([
    ['repository(name: String!, owner: String!)', '/repositories/{owner}/{name}'],
    ['repository(number: Int!, name: String!, organization: String!)', '/repositories/{organization}/{number}/{name}'],
    ['repository(slug: String!, locale: ID!, code: String!)', '/repositories/{code}/{slug}'],
  ])('of %s are in the order of a path', async (field, path) => {
    const proposal = await propose(`
      type Query { user(id: ID!): User users: [User!]! ${field}: ${field.startsWith('user') ? 'User' : ''}Repository }
      type User { id: ID! } type Repository { id: ID! name: String } type UserRepository { id: ID! }
    `);
    expect(proposal.endpoints.at(-1)!.path).toBe(path);
  });
});

describe('a mutation about an object that only its ids name', () => {
  const NAMED: Row[] = [
    ['lockLockable(input: LockInput!): Result', 'POST /lockables/{id}/lock → lockLockable'],
    ['closeTicket(ticketID: ID!): Result', 'POST /tickets/{id}/close → closeTicket'],
    [
      'resolveReviewThread(threadId: ID!): PullRequestReviewThread',
      'POST /pull-request-review-threads/{id}/resolve → resolveReviewThread',
    ],
    [
      'updateTopics(repositoryId: ID!, names: [String!]!): Result',
      'PATCH /repositories/{id}/topics → updateRepositoryTopics',
    ],
    [
      'markFileAsViewed(issueId: ID!, path: String!): Result',
      'POST /issues/{id}/mark-file-as-viewed → markFileAsViewed',
    ],
    ['deleteProjectV2(projectId: ID!): ProjectV2', 'DELETE /projects-v2/{id} → deleteProjectV2'],
    ['updateProjectStatus(statusId: ID!, text: String): Result', 'PATCH /project-statuses/{id} → updateProjectStatus'],
    ['addSubIssue(issueId: ID!, subIssueId: ID): Issue', 'POST /issues/{id}/sub-issues → addIssueSubIssue'],
    ['addStar(repositoryId: ID!): Result', 'POST /repositories/{id}/stars → addRepositoryStar'],
    ['addImageToList(listId: ID!, url: String!): Result', 'POST /lists/{id}/images → addListImage'],
    ['disableFactor(factorId: ID!): SmsFactor', 'POST /factors/{id}/disable → disableFactor'],
    ['addUpvote(subjectId: ID!): Result', 'POST /upvotes → addUpvote'],
    ['createIssues(issues: [New!]!): Result', 'POST /issues/bulk-create → bulkCreateIssues'],
    ['deleteIssues(issueIds: [ID!]!): Result', 'POST /issues/bulk-delete → bulkDeleteIssues'],
    ['updateIssuePreferences(email: Boolean): Result', 'PATCH /issues/preferences → updateIssuePreferences'],
  ];
  test.each(NAMED)('%s', async (mutation, route) => {
    expect(await routeOf(mutation, RESOURCES, NAMED)).toBe(route);
  });

  const AMBIGUOUS: Row[] = [
    ['issueLinkUser(userId: ID!, url: String!): Result', 'POST /issues/link-user → issueLinkUser'],
    ['startJob(userId: ID!, issueId: ID!): Result', 'POST /start-job → startJob'],
    ['createLabel(repositoryId: ID!): Result', 'POST /labels → createLabel'],
    ['mergeAccounts(ownerId: ID!): Result', 'POST /merge-accounts → mergeAccounts'],
  ];
  test.each(AMBIGUOUS)('is none where the ids may be something else: %s', async (mutation, route) => {
    expect(await routeOf(mutation, RESOURCES, AMBIGUOUS)).toBe(route);
  });
});

describe('what is deleted has its id in the path', () => {
  const DELETED: Row[] = [
    ['removeEnterpriseMember(enterpriseId: ID!, userId: ID!): Result', 'DELETE /enterprises/{id}/members/{userId}'],
    ['removeEnterpriseAdmin(enterpriseId: ID!, login: String!): Result', 'DELETE /enterprises/{id}/admins/{login}'],
    ['removeOutsider(repositoryId: ID!, userId: ID!): Result', 'DELETE /repositories/{id}/outsiders/{userId}'],
    ['removeImageFromList(listId: ID!, imageID: ID!): Result', 'DELETE /lists/{id}/images/{imageId}'],
    ['deleteUserList(input: ListInput!): Result', 'DELETE /user-lists/{id}'],
    ['deleteIssueImage(issueId: ID!): Result', 'DELETE /issues/{id}/image'],
    ['deleteIssueCode(issueId: ID!, code: String, codeId: ID): Result', 'DELETE /issues/{id}/code'],
    ['deleteIssueLabels(issueId: ID!, labelIds: [ID!]!): Result', 'DELETE /issues/{id}/labels'],
  ];
  test.each(DELETED)('%s', async (mutation, route) => {
    expect((await routeOf(mutation, RESOURCES, DELETED))!.split(' → ')[0]).toBe(route);
  });
});

describe('inputs that mean the same', () => {
  test('are one parameter, that of the argument', async () => {
    const proposal = await propose(`
      type Query { issues(filterBy: IssueFilter, labels: [String!], first: Int, after: String, size: Int): IssueConnection! }
      input IssueFilter { labels: [String!] since: String }
      type IssueConnection { nodes: [Issue!]! pageInfo: PageInfo! } type PageInfo { hasNextPage: Boolean! endCursor: String }
      type Issue { id: ID! }
    `);
    expect(textOf(proposal, 'issues')).toContain('query listIssues($labels: [String!], $since: String)');
    expect(textOf(proposal, 'issues')).toContain('issues(filterBy: {since: $since}, labels: $labels) @paginate {');
    expect(textOf(proposal, 'issues')).not.toContain('Left out');
  });

  test('have names of their own where they mean something else', async () => {
    const proposal = await propose(`
      type Query { user(login: String!): User }
      type User { id: ID! friends(login: String, first: Int, after: String): UserConnection! }
      type UserConnection { nodes: [Friend!]! pageInfo: PageInfo! } type PageInfo { hasNextPage: Boolean! endCursor: String }
      type Friend { id: ID! }
    `);
    expect(textOf(proposal, 'friends')).toContain('query listUserFriends($login: String!, $friendLogin: String)');
  });
});

const QUERIES: Row[] = [
  ['matchArtist(term: String!): [Artist]', '/artists/match → matchArtists'],
  ['filterArtists(first: Int, after: String, hasWorks: Boolean): ArtistConnection', '/artists/filter → filterArtists'],
  ['previewSavedSearch(text: String): Preview', '/saved-searches/preview → previewSavedSearch'],
  ['verifyUser(email: String!, token: String!): Preview', '/users/verify → verifyUser'],
  ['codeOfConduct(key: String!): CodeOfConduct', '/codes-of-conduct/{key} → getCodeOfConduct'],
  ['codesOfConduct: [CodeOfConduct!]!', '/codes-of-conduct → listCodesOfConduct'],
];
test.each(QUERIES)('the query %s', async (query, route) => {
  const sdl = `
    type Query { artist(id: ID!): Artist artists: [Artist!]! }
    type Artist { id: ID! } type Preview { text: String } type CodeOfConduct { id: ID! key: String! }
    type ArtistConnection { nodes: [Artist!]! pageInfo: PageInfo! } type PageInfo { hasNextPage: Boolean! endCursor: String }`;
  expect(await routeOf(query, sdl, QUERIES, 'Query')).toBe(`GET ${route}`);
});

test('the id of the query type is no endpoint', async () => {
  const { skipped } = await propose('type Query { id: ID! name: String }');
  expect(skipped.map(({ coordinate }) => coordinate)).toEqual(['Query.id']);
});

describe('lists in objects', () => {
  test('the one with pages keeps the route', async () => {
    const proposal = await propose(`
      type Query { show(id: ID!): Show }
      type Show { id: ID! images(size: Int, page: Int): [Image!]! imagesConnection(first: Int, after: String): ImageConnection! }
      type ImageConnection { nodes: [Image!]! pageInfo: PageInfo! } type PageInfo { hasNextPage: Boolean! endCursor: String }
      type Image { url: String }
    `);
    expect(proposal.endpoints).toHaveLength(2);
  });
});

describe('one object in another', () => {
  const SDL = `
    type Query { repository(name: String!, owner: String!): Repository user(id: ID!): User }
    type Repository { id: ID! name: String! issue(number: Int!): Issue owner: User license: License issueByName(name: String!): Issue }
    type User { id: ID! address(id: ID!): Address manager(active: Boolean): User name: String statistics(kind: [Int!]!): License }
    type Issue { id: ID! number: Int! } type License { name: String! } type Address { id: ID! }
  `;

  test.each([
    ['Repository.issue', 'GET /repositories/{owner}/{name}/issues/{number} → getRepositoryIssue'],
    ['Repository.owner', 'GET /repositories/{owner}/{name}/owner → getRepositoryOwner'],
    ['User.address', 'GET /users/{id}/addresses/{addressId} → getUserAddress'],
    ['User.manager', 'GET /users/{id}/manager → getUserManager'],
    ['User.statistics', 'GET /users/{id}/statistics → getUserStatistics'],
  ])('%s is %s', async (coordinate, route) => {
    expect(routesOf(await proposeField(SDL, coordinate))).toEqual([route]);
  });

  test('has the variables of both, and the shape of the object', async () => {
    expect(textOf(await proposeField(SDL, 'Repository.issue'), 'issue')).toBe(`"Get one issue of one repository."
query getRepositoryIssue($owner: String!, $name: String!, $number: Int!) @endpoint(
  method: GET
  path: "/repositories/{owner}/{name}/issues/{number}"
) {
  repository(name: $name, owner: $owner) @unwrap {
    issue(number: $number) {
      ...Issue
    }
  }
}
`);
  });
});

test.each(['each(first: Int!): Int old: Int @deprecated', 'lots: [Lot!]!'])(
  'the reason why nothing is selected of a type with %s is true',
  async (fields) => {
    const { skipped } = await propose(`
      type Query { supply: Supply } type Supply { ${fields} } type Lot { parts: [Lot!]! }
    `);
    const reason = 'Supply has no scalar that can be selected without arguments and permissions.';
    expect(skipped).toEqual([{ coordinate: 'Query.supply', reason }]);
  },
);

test('the names of pages are those of most types, however many lists one type has, and of styles that all have', async () => {
  const page = (name: string, nodes: string) =>
    `type ${name} { id: ID! } type ${name}Connection { ${nodes}: [${name}!]! pageInfo: PageInfo! }`;
  const proposal = await propose(`
    type Query {
      hits(first: Int, after: String): HitConnection! moreHits(first: Int, after: String): HitConnection!
      otherHits(first: Int, after: String): HitConnection! users(first: Int, after: String): UserConnection!
      teams(first: Int, after: String, page: Int): TeamConnection!
    }
    ${page('Hit', 'hits')} ${page('User', 'nodes')} ${page('Team', 'nodes')}
    type PageInfo { hasNextPage: Boolean! endCursor: String }
  `);
  expect(proposal.conventions['connection']).toBeUndefined();
  expect(textOf(proposal, 'moreHits')).toContain('@paginate(connection: {nodes: "hits"}) {');
  for (const field of ['users', 'teams']) expect(textOf(proposal, field)).toContain('@paginate {');
});

const ORDERS = `type Query { user(id: ID!): User }
  type User { id: ID! name: String orders(first: Int, after: String, ARGUMENTS): OrderConnection! }
  type OrderConnection { nodes: [Order!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Order { id: ID! total: Int }
  input IdFilter { eq: ID } input UserFilter { id: IdFilter } enum UserKind { STAFF GUEST }`;

/** The variables of the list of one user's orders, which takes these arguments. */
async function variablesOf(args: string, inputs = ''): Promise<string> {
  const proposal = await proposeField(`${ORDERS.replace('ARGUMENTS', args)} ${inputs}`, 'User.orders');
  return /query \w+\(([^)]*)\)/.exec(textOf(proposal, 'orders')!)![1]!;
}

test.each([
  ['an argument', 'userId: ID, state: String', ''],
  ['a field of a filter', 'where: Where', 'input Where { userId: ID user_id: ID state: String }'],
  ['an operator', 'where: Where', 'input Where { user: IdFilter state: String }'],
  ['a filter by the object', 'filter: Where', 'input Where { user: UserFilter state: String }'],
])('the id of the object in the path is no filter of its list: %s', async (_, args, inputs) => {
  expect(await variablesOf(args, inputs)).toBe('$id: ID!, $state: String');
});

test.each([
  ['of another object', 'authorId: ID', '$id: ID!, $authorId: ID'],
  ['that is required', 'userId: ID!', '$id: ID!, $userId: ID!'],
  ['that is no id', 'userKind: UserKind', '$id: ID!, $userKind: UserKind'],
])('a filter %s stays', async (_, args, variables) => {
  expect(await variablesOf(args)).toBe(variables);
});
