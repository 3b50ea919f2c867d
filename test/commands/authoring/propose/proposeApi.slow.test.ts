import { describe, expect, test } from 'vitest';
import { propose, proposeField, routesOf, textOf } from '../support/propose.ts';

const CONNECTION = `
  type UserConnection { nodes: [User!]! pageInfo: PageInfo! totalCount: Int! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type User { id: ID! name: String! }
`;

describe('documents', () => {
  const SDL = `
    type Query {
      "One user. Null if unknown." user(id: ID!): User
      userSessions(id: ID!, open: Boolean): [Session!]!
      product(slug: String, id: ID, channel: String): Product
      order(id: ID!): Order
      viewer: Viewer!
      unreadCount: Int!
    }
    type User { id: ID! name: String! } type Session { device: String! } type Product { id: ID! slug: String! }
    type Order { id: ID! } type Viewer { id: ID! }
    type Mutation {
      userCreate(input: UserInput!): UserCreate
      updateUser(input: UpdateUserInput): User
      deleteUser(id: ID!): User
      deleteManyUsers(where: UserWhere): Result!
      removeProduct(id: ID!): Boolean!
      createProduct(input: ProductInput!): Product!
      orderMarkAsPaid(id: ID!, note: String): Order
    }
    input UserInput { name: String! address: AddressInput old: Int @deprecated clientMutationId: String }
    input AddressInput { city: String }
    type UserCreate { user: User errors: [UserError!]! success: Boolean! clientMutationId: String }
    type UserError { field: [String!] message: String! code: String }
    input UpdateUserInput { userId: ID! name: String! age: Int }
    input UserWhere { id: ID name: String } type Result { count: Int! }
    input ProductInput { ${Array.from({ length: 31 }, (_, at) => `f${at}: Int`).join(' ')} }`;

  test('of objects, values, parts of objects and mutations', async () => {
    // Keys, inputs as bodies, errors and confirmations of payloads, conditions that must not be empty, and large inputs.
    const { endpoints } = await propose(SDL);
    expect(endpoints.map(({ text }) => text).join('')).toBe(`"One user."
query getUser($id: ID!) @endpoint(method: GET, path: "/users/{id}") {
  user(id: $id) {
    ...User
  }
}
"List user sessions."
query listUserSessions($id: ID!, $open: Boolean) @endpoint(method: GET, path: "/users/{id}/sessions") {
  userSessions(id: $id, open: $open) {
    ...Session
  }
}
"Get one product."
query getProduct($id: ID!, $channel: String) @endpoint(method: GET, path: "/products/{id}") {
  product(id: $id, channel: $channel) {
    ...Product
  }
}
"Get one order."
query getOrder($id: ID!) @endpoint(method: GET, path: "/orders/{id}") {
  order(id: $id) {
    ...Order
  }
}
"Get the viewer."
query getViewer @endpoint(method: GET, path: "/viewer") {
  viewer {
    ...Viewer
  }
}
"Get the unread count."
query getUnreadCount @endpoint(method: GET, path: "/unread-count", unwrap: false) {
  unreadCount
}
"Create a user."
mutation createUser($name: String!, $address: AddressInput) @endpoint(
  method: POST
  path: "/users"
  status: 201
  location: "/users/{id}"
) {
  userCreate(input: {name: $name, address: $address}) @unwrap {
    errors @error(status: 400) {
      field
      message
      code
    }
    success @error(status: 422)
    user {
      ...User
    }
  }
}
"Update a user."
mutation updateUser($id: ID!, $name: String!, $age: Int) @endpoint(method: PATCH, path: "/users/{id}") {
  updateUser(input: {userId: $id, name: $name, age: $age}) {
    ...User
  }
}
"Delete a user."
mutation deleteUser($id: ID!) @endpoint(method: DELETE, path: "/users/{id}", status: 204) {
  deleteUser(id: $id) {
    id
  }
}
"Delete users."
mutation bulkDeleteUsers($where: UserWhere!) @endpoint(method: POST, path: "/users/bulk-delete") {
  deleteManyUsers(where: $where) {
    count
  }
}
"Delete a product."
mutation removeProduct($id: ID!) @endpoint(method: DELETE, path: "/products/{id}", status: 204) {
  removeProduct(id: $id) @error(status: 404)
}
"Create a product."
mutation createProduct($input: ProductInput!) @endpoint(
  method: POST
  path: "/products"
  status: 201
  location: "/products/{id}"
  body: "input"
) {
  createProduct(input: $input) {
    ...Product
  }
}
"Mark an order as paid."
mutation orderMarkAsPaid($id: ID!, $note: String) @endpoint(method: POST, path: "/orders/{id}/mark-as-paid") {
  orderMarkAsPaid(id: $id, note: $note) {
    ...Order
  }
}
`);
  });

  test.each([
    [
      'a connection, with filters and a sort order',
      `type Query {
        users(first: Int, after: String, offset: Int, where: UserFilter, orderBy: UserOrder): UserConnection!
      }
      input UserFilter { and: [UserFilter!] name: StringFilter active: Boolean id: ID tags: [TagFilter!] }
      input StringFilter { eq: String like: String }
      input TagFilter { name: String }
      input UserOrder { field: UserOrderField! direction: Direction! }
      enum UserOrderField { NAME CREATED_AT }
      enum Direction { ASC DESC }
      ${CONNECTION}`,
      'users',
      `"List users."
query listUsers(
  $name: String
  $active: Boolean
  $orderBy: UserOrder @param(
    values: [
      {text: "name", value: {field: NAME, direction: ASC}}
      {text: "-name", value: {field: NAME, direction: DESC}}
      {text: "createdAt", value: {field: CREATED_AT, direction: ASC}}
      {text: "-createdAt", value: {field: CREATED_AT, direction: DESC}}
    ]
  )
) @endpoint(method: GET, path: "/users") {
  users(where: {name: {eq: $name}, active: $active}, orderBy: $orderBy) @paginate {
    nodes {
      ...User
    }
  }
}
# Left out of where: id, tags.
`,
    ],
    [
      'a list with more filters than twelve: references, states, names and dates come first',
      `scalar DateTime
      type Query { issues(filter: IssueFilter): [Issue!]! } type Issue { id: ID! }
      input IssueFilter {
        addedToCycle: StringFilter description: StringFilter hasAgent: Boolean hasBot: Boolean assignee: UserFilter
        labels: LabelsFilter team: TeamFilter projectId: ID state: State number: FloatFilter title: StringFilter
        createdAt: DateRange updatedAt: DateFilter isOpen: Boolean dueDate: DateFilter extra: [StringFilter!] or: [IssueFilter!]
        watcher: WatcherFilter choice: Choice order: BoxFilter
      }
      enum State { OPEN } input StringFilter { eq: String } input FloatFilter { eq: Float }
      input UserFilter { id: IdFilter name: StringFilter } input TeamFilter { id: ID } input IdFilter { eq: ID in: [ID!] }
      input LabelsFilter { some: UserFilter } input WatcherFilter { id: IdFilter since: DateTime! } input BoxFilter { id: ID! }
      input DateRange { from: DateTime to: DateTime } input DateFilter { eq: DateTime range: DateRange }
      input Choice @oneOf { id: ID slug: String }`,
      'issues',
      `"List issues."
query listIssues(
  $addedToCycle: String
  $assigneeId: ID
  $labelId: ID
  $teamId: ID
  $projectId: ID
  $state: State
  $number: Float
  $title: String
  $createdAfter: DateTime
  $createdBefore: DateTime
  $updatedAfter: DateTime
  $updatedBefore: DateTime
  $isOpen: Boolean
  $dueAfter: DateTime
  $dueBefore: DateTime
) @endpoint(method: GET, path: "/issues") {
  issues(
    filter: {
      addedToCycle: {eq: $addedToCycle}
      assignee: {id: {eq: $assigneeId}}
      labels: {some: {id: {eq: $labelId}}}
      team: {id: $teamId}
      projectId: $projectId
      state: $state
      number: {eq: $number}
      title: {eq: $title}
      createdAt: {from: $createdAfter, to: $createdBefore}
      updatedAt: {range: {from: $updatedAfter, to: $updatedBefore}}
      isOpen: $isOpen
      dueDate: {range: {from: $dueAfter, to: $dueBefore}}
    }
  ) {
    ...Issue
  }
}
# Left out of filter: description, hasAgent, hasBot, extra, watcher, choice, order.
`,
    ],
    [
      'edges',
      `type Query { users(first: Int, after: String): Users! } type Users { edges: [Edge!]! pageInfo: PageInfo! }
      type Edge { node: User! } ${CONNECTION}`,
      'users',
      `"List users."
query listUsers @endpoint(method: GET, path: "/users") {
  users @paginate {
    edges @unwrap {
      node {
        ...User
      }
    }
  }
}
`,
    ],
    [
      'a connection without pages',
      `type Query { users(first: Int): UserConnection! } ${CONNECTION}`,
      'users',
      `"List users."
query listUsers($first: Int) @endpoint(method: GET, path: "/users") {
  users(first: $first) @unwrap {
    nodes {
      ...User
    }
  }
}
`,
    ],
    [
      'names so long that no list of the operation fits in a line',
      `type Query { correspondenceOfPermanentDepartment(id: ID!): Department } type Department { id: ID! }
      type Mutation {
        createCorrespondenceOfPermanentDepartment(firstName: String!, lastName: String!, description: String): Department
      }`,
      'createCorrespondenceOfPermanentDepartment',
      `"Create correspondence of permanent department."
mutation createCorrespondenceOfPermanentDepartment(
  $firstName: String!
  $lastName: String!
  $description: String
) @endpoint(
  method: POST
  path: "/create-correspondence-of-permanent-department"
) {
  createCorrespondenceOfPermanentDepartment(
    firstName: $firstName
    lastName: $lastName
    description: $description
  ) {
    ...Department
  }
}
`,
    ],
    [
      'errors among the results of a query',
      `type Query { user(id: ID!): UserResult } union UserResult = User | NotFoundError
      type User { id: ID! } type NotFoundError { message: String! }`,
      'user',
      `"Get one user."
query getUser($id: ID!) @endpoint(method: GET, path: "/users/{id}") {
  user(id: $id) {
    ... on User {
      ...User
    }
    ... on NotFoundError @error(status: 404) {
      message
    }
  }
}
`,
    ],
  ])('for %s', async (_, sdl, field, text) => {
    expect(textOf(await propose(sdl), field)).toBe(text);
  });
});

test.each([
  ['the resource', 'users: [User!]!', 'users/listUsers.graphql'],
  [
    'the resource, of its parts as well',
    'user(id: ID!): User userPosts(id: ID!): [User!]!',
    'users/listUserPosts.graphql',
  ],
  [
    'its own, where the resource has the name of a folder with another meaning',
    'shapes: [User!]!',
    'shapes-endpoints/listShapes.graphql',
  ],
])('documents are in a folder for %s', async (_, fields, file) => {
  const { endpoints } = await propose(`type Query { ${fields} } type User { id: ID! }`);
  expect(endpoints.at(-1)!.file).toBe(file);
});

describe('the description of a document is the first sentence of that of its field', () => {
  const DESCRIPTIONS = [
    ['', 'Get the a.'],
    ['All users. Sorted.', 'All users.'],
    ['All users', 'All users.'],
    ['All users of example.com, e.g. ann. Sorted.', 'All users of example.com, e.g. ann.'],
    ['All\n  users.\n\nMore.', 'All users.'],
    [`${'a'.repeat(300)}.`, 'Get the f.'],
    [`(All, ${'a'.repeat(120)}), [all].`, `(All, ${'a'.repeat(120)}), [all].`],
  ] as const;
  const sdl = DESCRIPTIONS.map(([text], at) => `"""${text}""" ${'abcdefg'[at]}: Int`).join('\n');

  test.each(DESCRIPTIONS.map((row, at) => [...row, 'abcdefg'[at]!] as const))('%j', async (_, sentence, field) => {
    const { endpoints } = await propose(`type Query { ${sdl} }`);
    const { text } = endpoints.find(({ coordinate }) => coordinate === `Query.${field}`)!;
    expect(text.split('\n')[0]).toBe(`"${sentence}"`);
  });
});

describe('lists in objects', () => {
  const sdl = `
    type Query { user(id: ID!, locale: String): User tag(name: String!): Tag tags: [Tag!]! post: Post }
    type User {
      id: ID! name: String! old: PostConnection @deprecated tags(first: Int, after: String): TagConnection!
      posts(first: Int, after: String, locale: String, where: PostFilter): PostConnection!
    }
    input PostFilter { title: String and: [PostFilter!] }
    type PostConnection { nodes: [Post!]! pageInfo: PageInfo! } type TagConnection { nodes: [Tag!]! pageInfo: PageInfo! }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Post { id: ID! title: String! notes(first: Int, after: String): PostConnection! } type Tag { id: ID! name: String! }
  `;

  test('have endpoints where no root query lists the items, and the object has a path', async () => {
    const proposal = await propose(sdl);
    expect(routesOf(proposal)).toEqual([
      'GET /users/{id} → getUser',
      'GET /tags/{name} → getTag',
      'GET /tags → listTags',
      'GET /post → getPost',
      'GET /users/{id}/posts → listUserPosts',
    ]);
    expect(textOf(proposal, 'posts')).toBe(`"List the posts of one user."
query listUserPosts(
  $id: ID!
  $locale: String
  $postLocale: String
  $title: String
) @endpoint(method: GET, path: "/users/{id}/posts") {
  user(id: $id, locale: $locale) @unwrap {
    posts(locale: $postLocale, where: {title: $title}) @paginate {
      nodes {
        ...Post
      }
    }
  }
}
`);
  });

  test('have an endpoint where it is named', async () => {
    expect(routesOf(await proposeField(sdl, 'User.tags'))).toEqual(['GET /users/{id}/tags → listUserTags']);
  });

  test.each([
    ['Post.notes', 'No query reads one Post by a key such as its id, so there is no path to place notes below.'],
    ['User.name', 'It is no object and no list; add it to a document that reads the object.'],
  ])('have none, and a reason: %s', async (coordinate, reason) => {
    expect((await proposeField(sdl, coordinate)).skipped).toEqual([{ coordinate, reason }]);
  });
});

describe('shapes', () => {
  test.each([
    [
      'an object and its parts, which no query reads',
      `type Query { order(id: ID!): Order orders: [Order!]! address(id: ID!): Address node(id: ID!): Node }
      interface Node { id: ID! }
      type Order implements Node {
        id: ID! lines: [Line!]! notes(first: Int, after: String, skip: Int): [Note!]! shipTo: Address parent: Order
        bot: Bot document: Document target: Target errors: [OrderError!]! values: Values
        "Null for guests. For other orders requires one of the following permissions: STAFF." email: String
        "Requires one of the following permissions: STAFF." cost: Int photo(size: Int!): String old: String @deprecated variants(first: Int): LineConnection
        "[Internal] The plan." plan: String privateNote: String sellerMetadata: [Pair!]! metadata: [Pair!]!
      }
      type LineConnection { nodes: [Line!]! totalCount: Int } type Line { id: ID! sku: String! order: Order discounts: [Discount!]! price: Money }
      type Money { amount: Float! } type Discount { id: ID! } type Note { id: ID! } type Pair { key: String! }
      type Address { id: ID! city: String! } type Bot { id: ID! name: String } type Document { id: ID! order: Order }
      union Target = Bot | Order type OrderError { message: String }
      type Values { ${Array.from({ length: 41 }, (_, at) => `v${at}: Int`).join(' ')} }`,
      {
        Address: 'fragment Address on Address {\n  id\n  city\n}\n',
        Bot: 'fragment Bot on Bot {\n  id\n  name\n}\n',
        Line: `fragment Line on Line {
  id
  sku
  order {
    id
  }
  price {
    ...Money
  }
}
# Left out: discounts.
`,
        Money: 'fragment Money on Money {\n  amount\n}\n',
        Note: 'fragment Note on Note {\n  id\n}\n',
        Order: `fragment Order on Order {
  id
  lines {
    ...Line
  }
  shipTo {
    ...Address
  }
  parent {
    id
  }
  bot {
    ...Bot
  }
  document {
    id
  }
  email
  sellerMetadata {
    ...Pair
  }
  metadata {
    ...Pair
  }
}
# Left out: notes, target, values, cost, variants, photo.
`,
        OrderSummary: `fragment OrderSummary on Order {
  id
  shipTo {
    id
  }
  parent {
    id
  }
  bot {
    id
  }
  document {
    id
  }
  email
}
# Left out: lines, notes, target, values, cost, variants, sellerMetadata, metadata, photo.
`,
        Pair: 'fragment Pair on Pair {\n  key\n}\n',
      },
    ],
    [
      'an object with values in values',
      `type Query { product(id: ID!): Product }
      type Product { id: ID! pricing: Pricing node: Node }
      type Pricing { onSale: Boolean range: Range parent: Pricing } type Range { start: Taxed stop: Taxed }
      type Taxed { currency: String! net: Money! } type Money { amount: Float! } type Node { next: Node }`,
      {
        Money: 'fragment Money on Money {\n  amount\n}\n',
        Pricing: 'fragment Pricing on Pricing {\n  onSale\n  range {\n    ...Range\n  }\n}\n# Left out: parent.\n',
        Product: 'fragment Product on Product {\n  id\n  pricing {\n    ...Pricing\n  }\n}\n# Left out: node.\n',
        Range: 'fragment Range on Range {\n  start {\n    ...Taxed\n  }\n  stop {\n    ...Taxed\n  }\n}\n',
        Taxed: 'fragment Taxed on Taxed {\n  currency\n  net {\n    ...Money\n  }\n}\n',
      },
    ],
    [
      'an interface',
      `type Query { animal(id: ID!): Animal } interface Animal { id: ID! name: String! }
      type Cat implements Animal { id: ID! name: String! lives: Int }`,
      { Animal: 'fragment Animal on Animal {\n  type: __typename\n  id\n  name\n}\n' },
    ],
    [
      'a union, whose types disagree about a field',
      `type Query { search(term: String!): [Result!]! } union Result = Book | Person
      type Book { id: ID! title: String! year: Int! } type Person { id: ID! year: String! }`,
      {
        Result:
          'fragment Result on Result {\n  type: __typename\n  ... on Book {\n    id\n    title\n    year\n  }\n  ... on Person {\n    id\n  }\n}\n# Left out: Person.year.\n',
      },
    ],
    [
      'types with the names of components of OpenAPI and of inputs',
      `type Query { errors: [Error!]! point(near: Point!): Place } type Error { text: String! }
      input Point { x: Int } type Place { x: Int }`,
      { ErrorShape: 'fragment ErrorShape on Error {\n  text\n}\n', Place: 'fragment Place on Place {\n  x\n}\n' },
    ],
  ])('of %s', async (_, sdl, shapes) => {
    expect(Object.fromEntries([...(await propose(sdl)).shapes].sort())).toEqual(shapes);
  });

  describe('of types with an id of Relay', () => {
    const SDL = `
      interface Node { "A globally unique ID." id: ID! }
      type Query { fair("The slug or internal ID" id: ID!): Fair fairs: [Fair!]! hall(id: ID!): Hall artist(id: ID!): Artist
        entry: Entry node(id: ID!): Node }
      type Fair implements Node {
        "A globally unique ID." id: ID! name: String! hall: Hall "A type-specific ID." internalID: ID! internalNote: String
        shortcut: Subject halls: [Hall!]! ${Array.from({ length: 20 }, (_, at) => `a${at}: Int`).join(' ')}
      }
      type Hall { "A globally unique ID for the hall" id: ID! internalID: ID! title: String artist: Artist }
      type Artist { internalID: ID! name: String kinds: [ID!]! privateMetadata: String isPrivateProfile: Boolean }
      type Entry { id: ID! internalID: ID! }
      union Subject = Fair | Hall
      type Mutation { createFair(name: String!): Fair! deleteHall(id: ID!): DeleteHallPayload }
      type DeleteHallPayload { hall: Hall clientMutationId: String }
    `;

    test('have the internal ID as id, in references too, unless their id is not that of Relay', async () => {
      const { shapes } = await propose(SDL);
      expect(shapes.get('Fair')).toMatch(
        /^fragment Fair on Fair {\n {2}id: internalID\n {2}name\n {2}hall {\n {4}id: internalID\n {2}}\n {2}a0\n/,
      );
      expect(shapes.get('Fair')).toContain('# Left out: shortcut, halls.');
      expect(shapes.get('FairSummary')).toContain(
        '{\n  id: internalID\n  name\n  hall {\n    id: internalID\n  }\n  a0\n  a1\n}\n',
      );
      expect(shapes.get('Artist')).toBe(
        'fragment Artist on Artist {\n  id: internalID\n  name\n  kinds\n  isPrivateProfile\n}\n',
      );
      expect(shapes.get('Entry')).toBe('fragment Entry on Entry {\n  id\n  internalID\n}\n');
      expect(shapes.get('Hall')).toBe(
        'fragment Hall on Hall {\n  id: internalID\n  title\n  artist {\n    id: internalID\n  }\n}\n',
      );
    });

    test('are no references where the only id can be null', async () => {
      const { shapes: own } = await propose(`
        type Query { fair(id: ID!): Fair fairs: [Fair!]! }
        type Fair { id: ID! name: String! image: Image ${Array.from({ length: 20 }, (_, at) => `a${at}: Int`).join(' ')} }
        type Image { internalID: ID url: String }`);
      expect(own.get('Fair')).toContain('  image {\n    ...Image\n  }\n');
      expect(own.get('Image')).toContain('url');
      expect(own.get('FairSummary')).not.toContain('image {');
    });

    test('have the Location of their GET', async () => {
      const proposal = await propose(SDL);
      expect(textOf(proposal, 'createFair')).toMatch(/location: "\/fairs\/\{id\}"[^]*\.\.\.Fair\n/);
      expect(textOf(proposal, 'deleteHall')).toContain('hall {\n      id: internalID\n    }');
    });
  });

  test('have all scalars, the id first, and name twenty of the fields that they leave out', async () => {
    const many = Array.from({ length: 40 }, (_, at) => `a${at}: Int`).join(' ');
    const lists = Array.from({ length: 22 }, (_, at) => `list${at}: [User!]!`).join(' ');
    const { shapes } = await propose(
      `type Query { user(id: ID!): User } type User { ${many} ${lists} z: Int! title: String id: ID! }`,
    );
    const lines = shapes.get('User')!.split('\n').slice(1, -1);
    expect(lines).toHaveLength(45);
    expect([lines[0], ...lines.slice(40, 44)]).toEqual(['  id', '  a39', '  z', '  title', '}']);
    expect(lines.at(-1)).toMatch(/^# Left out: list0, list1, .*, list19, and 2 more\.$/);
  });

  describe('of the items of lists', () => {
    const fields = (length: number, type = 'Int') => Array.from({ length }, (_, at) => `a${at}: ${type}`).join(' ');
    const proposeFair = (fair: string, more = '') =>
      propose(
        `type Query { fair(id: ID!): Fair fairs: [Fair!]! city(id: ID!): City } type City { id: ID! } ${fair} ${more}`,
      );

    test('have keys, what is required, states, dates and references, and no long texts', async () => {
      const proposal = await proposeFair(
        `type Fair {
          ${fields(12)} about: String! body: String! visitors: Int! isOpen: Boolean! startAt: String endAt: String! slug: ID
          id: ID! name: String tags: [String!]! state: State kind: State! mapUrl: String! city: City host: Actor! price: Money!
          halls: [Hall!]!
        }
        enum State { OPEN }`,
        'interface Actor { login: String! } type Ai implements Actor { login: String! } type Money { amount: Int } type Hall { id: ID! }',
      );
      expect(proposal.shapes.get('FairSummary')).toBe(`fragment FairSummary on Fair {
  id
  visitors
  isOpen
  startAt
  endAt
  slug
  name
  state
  kind
  mapUrl
  city {
    id
  }
  host {
    login
  }
}
# Left out: ${Array.from({ length: 12 }, (_, at) => `a${at}`).join(', ')}, about, body, tags, price, halls.
`);
      expect(textOf(proposal, 'fairs')).toContain('...FairSummary');
      expect(textOf(proposal, 'fair')).toContain('...Fair\n');
      expect(proposal.shapes.get('Fair')).toContain('halls {');
    });

    test('are those of single objects where these are small', async () => {
      const proposal = await proposeFair('type Fair { id: ID! name: String city: City }');
      expect([...proposal.shapes.keys()].toSorted()).toEqual(['City', 'Fair']);
      expect(textOf(proposal, 'fairs')).toContain('...Fair\n');
    });

    test('have twelve scalars and five references at most, and four scalars where no rule chooses any', async () => {
      const cities = Array.from({ length: 9 }, (_, at) => `city${at}: City`).join(' ');
      const many = await proposeFair(`type Fair { id: ID! ${fields(30, 'Int!')} ${cities} }`);
      const text = many.shapes.get('FairSummary')!;
      expect(text.match(/^ {2}(?:id|a\d+)$/gm)).toHaveLength(12);
      expect(text.match(/^ {2}city\d \{$/gm)).toHaveLength(5);
      const few = await proposeFair(`type Fair { ${fields(30)} }`);
      expect(few.shapes.get('FairSummary')!.match(/^ {2}\w+$/gm)).toEqual(['  a0', '  a1', '  a2', '  a3']);
    });

    test.each([
      [
        'the description',
        'name: String description: String descriptionHTML: String! body: String!',
        ['id', 'name', 'description'],
      ],
      ['no body beside a title', 'title: String! body: String! createdAt: String!', ['id', 'title', 'createdAt']],
      ['the body without a title', 'body: String! bodyHTML: String! bodyText: String!', ['id', 'body']],
      [
        'the last message without a title',
        'lastMessage: String initialMessage: String! lastMessageAt: String',
        ['id', 'lastMessage', 'lastMessageAt'],
      ],
      [
        'an image',
        'login: String! name: String number: Int avatarUrl(size: Int): String',
        ['id', 'login', 'name', 'number', 'avatarUrl'],
      ],
      [
        'no trivia, and flags and counts even if they can be null',
        'viewerCanClose: Boolean! ipAllowListSetting: Mode! secretNote: String! isFree: Boolean visitorCount: Int priceInCents: Int!',
        ['id', 'isFree', 'visitorCount', 'priceInCents'],
      ],
      [
        'price, date and artists',
        'slug: String title: String price: String date: String artistNames: String',
        ['id', 'slug', 'title', 'price', 'date', 'artistNames'],
      ],
    ])('have %s', async (_, own, expected) => {
      const { shapes } = await propose(
        `type Query { fairs(first: Int): [Fair!]! } type Fair { id: ID! ${own} ${fields(20)} } enum Mode { A B }`,
      );
      const found = [...shapes.get('FairSummary')!.matchAll(/^ {2}(\w+)$/gm)].map(([, name]) => name);
      expect(found.filter((name) => !/^a\d/.test(name!))).toEqual(expected);
    });

    test('keep their names apart from those of types', async () => {
      const proposal = await proposeFair(
        `type Fair { id: ID! ${fields(30)} }`,
        'extend type Query { s: FairSummary } type FairSummary { id: ID! }',
      );
      expect(proposal.shapes.get('FairSummary')).toContain('on FairSummary {');
      expect(proposal.shapes.get('FairSummaryShape')).toContain('on Fair {');
    });
  });
});

describe('skipped fields', () => {
  test('have a reason', async () => {
    const { skipped } = await propose(`
      type Query {
        a: Int node(id: ID!): Node _service: Int old: Int @deprecated(reason: "Use new.") query: Query
        of(of: [Of!]!): Int args: Args
      }
      interface Node { id: ID! } input Of { c: Int } type Args { c(d: Int!): Int }`);
    expect(skipped).toEqual([
      { coordinate: 'Query.node', reason: expect.stringMatching(/Relay reads objects/) },
      { coordinate: 'Query._service', reason: expect.stringMatching(/underscore/) },
      { coordinate: 'Query.old', reason: 'It is deprecated: Use new.' },
      { coordinate: 'Query.query', reason: expect.stringMatching(/query type itself/) },
      { coordinate: 'Query.of', reason: expect.stringMatching(/argument of is required/) },
      { coordinate: 'Query.args', reason: expect.stringMatching(/^Args has no scalar/) },
    ]);
  });

  test('are those whose description begins with a mark', async () => {
    const marks = ['[INTERNAL] Old.', '[Deprecated] Old.', '(internal) Old.', '@internal', 'DEPRECATED. Use a.'];
    const more = ['INTERNAL: old.', 'Deprecated: use a.', 'Deprecated.'];
    const none = ['Internal users.', 'Internally used.', 'Deprecated releases of a package.', 'Not [INTERNAL].'];
    const all = [...marks, ...more, ...none];
    const { skipped } = await propose(
      `type Query { a: Int ${all.map((text, at) => `"${text}" b${at}: Int`).join(' ')} }`,
    );
    const reason = expect.stringMatching(/^Its description begins with "/) as string;
    expect(skipped).toEqual([...marks, ...more].map((_, at) => ({ coordinate: `Query.b${at}`, reason })));
  });
});

describe('mutations with files', () => {
  const FILES = [
    ['upload', '(file: Upload!)', 'consumes: ["multipart/form-data"]', '$file: Upload!'],
    ['uploadAll', '(files: [Upload!]!)', 'consumes: ["multipart/form-data"]', '$files: [Upload!]!'],
    ['addUser', '(input: B!)', 'consumes: ["multipart/form-data"]', '$file: Upload!'],
    ['addPet', '(avatar: Upload)', 'consumes: ["application/json", "multipart/form-data"]', '$avatar: Upload'],
    ['addUsers', '(of: [B!])', 'consumes: ["application/json", "multipart/form-data"]', '$of: [B!]'],
  ] as const;

  test.each(FILES)('take forms: %s%s', async (name, _, consumes, variable) => {
    const fields = FILES.map(([field, args]) => `${field}${args}: Int`).join(' ');
    const sdl = `scalar Upload type Query { a: Int } type Mutation { ${fields} } input B { name: String! file: Upload! }`;
    const proposal = await propose(sdl);
    expect(proposal.skipped).toEqual([]);
    // A scalar with a convention is no file.
    expect(proposal.conventions).not.toHaveProperty('scalars');
    const line = textOf(proposal, name)!.replaceAll(/\s+/g, ' ');
    expect(line).toContain(consumes);
    expect(line).toContain(variable);
  });

  test('are skipped where there is no body', async () => {
    const sdl =
      'scalar Upload type Query { a: Int user(id: ID!): User } type User { id: ID! } type Mutation { deleteUser(id: ID!, proof: Upload!): Int }';
    expect((await propose(sdl)).skipped).toMatchObject([{ coordinate: 'Mutation.deleteUser' }]);
  });
});

describe('conventions', () => {
  test('name what most lists have, and directives the rest', async () => {
    const proposal = await propose(`
      scalar Json
      type Query {
        books(take: Int, skip: Int): [Book!]!
        films(take: Int, skip: Int): [Book!]!
        songs(pageSize: Int, cursor: String): Songs!
      }
      type Book { id: ID! data: Json }
      type Songs { items: [Book!]! nextCursor: String total: Int! }
    `);
    expect(proposal.conventions).toEqual({
      errors: { body: { error: '{message}', code: '{code}' } },
      scalars: { Json: { type: 'any' } },
      page: { styles: ['OFFSET', 'PAGE'] },
      connection: {
        first: 'take',
        offset: 'skip',
        after: 'cursor',
        nodes: 'items',
        totalCount: 'total',
        endCursor: 'nextCursor',
      },
    });
    expect(textOf(proposal, 'books')).toContain('books @paginate {');
    expect(textOf(proposal, 'songs')).toContain('songs @paginate(connection: {first: "pageSize"}, styles: [CURSOR]) {');
  });

  test('have the scalars that are used and not known', async () => {
    const text = { type: 'string' };
    const bytes = { type: 'string', format: 'byte' };
    // Bytes that may be written otherwise, and integers of 64 bits, whatever the defaults are.
    const INTEGERS = ['BigInt', 'bigint', 'Long', 'Int64', 'UInt64', 'UnsignedInt64', 'bigserial'];
    const TEXTS = ['Bytes', 'bytea', ...INTEGERS, 'Score'];
    const expected = {
      ...Object.fromEntries(['Base64', 'Base64String', 'ByteArray'].map((name) => [name, bytes])),
      ...Object.fromEntries(TEXTS.map((name) => [name, text])),
      Byte: { type: 'integer' },
      Int16: { type: 'integer' },
      timestamptz: { type: 'string', format: 'date-time' },
      Opaque: { type: 'string', format: 'uuid' },
    };
    const names = Object.keys(expected).filter((name) => name !== 'Opaque');
    const { conventions } = await propose(`
      scalar ${names.join(' scalar ')} scalar DateTime scalar SafeInt scalar Unused
      scalar Opaque @specifiedBy(url: "https://tools.ietf.org/html/rfc4122")
      type Query { ${names.map((name, at) => `f${at}(of: ${name}): DateTime`).join(' ')} i: SafeInt b(where: Filter!): Int }
      input Filter { opaque: Opaque! }
    `);
    expect(conventions).toEqual({ errors: { body: { error: '{message}', code: '{code}' } }, scalars: expected });
  });
});

describe('two fields of one route', () => {
  test('have two routes: the id comes first', async () => {
    const proposal = await propose(`
      type Query { userBySlug(slug: String!): User user(id: ID!): User }
      type User { id: ID! slug: String! }
    `);
    expect(routesOf(proposal)).toEqual(['GET /users/by-slug/{slug} → getUserBySlug', 'GET /users/{id} → getUser']);
  });

  test('have one endpoint where nothing tells them apart', async () => {
    const proposal = await propose(`
      type Query { getUsers: [User!]! users: [User!]! usersConnection(first: Int, after: String): UserConnection! }
      ${CONNECTION}
    `);
    expect(routesOf(proposal)).toEqual(['GET /users → listUsers']);
    expect(proposal.skipped).toEqual([
      { coordinate: 'Query.users', reason: 'GET /users is the endpoint of Query.usersConnection.' },
      { coordinate: 'Query.getUsers', reason: 'GET /users is the endpoint of Query.usersConnection.' },
    ]);
  });
});

test('the same schema always has the same proposal', async () => {
  const sdl = 'type Query { user(id: ID!): User users: [User!]! } type User { id: ID! }';
  // Other texts, as a proposal is made once for a text.
  expect(await propose(`${sdl}\n`)).toEqual(await propose(sdl));
});
