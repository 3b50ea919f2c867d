// A schema with deprecated parts, and endpoint documents that use them.
export const SDL = `
  type Query {
    items(sort: String @deprecated(reason: "Use order. Since 2026-05-01, until 2027-01-31."), order: String): [Item!]!
    pages(first: Int, after: String, lang: String @deprecated(reason: "Since 2026-13-01.")): Items!
    item(id: ID, slug: String @deprecated): Item
  }
  type Mutation { addItem(input: ItemInput, note: String @deprecated(reason: "Until 2026-09-01.")): Item }
  input ItemInput { name: String, sku: String @deprecated(reason: "Since 2026-08-01."), parts: [PartInput!], of: ItemInput }
  input PartInput { size: Int, weight: Int @deprecated(reason: "Use size.") }
  type Items { nodes: [Item!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Item {
    id: ID!
    name: String!
    price: Int @deprecated(reason: "Use cost. Removal on 2027-03-01 UTC.")
    maker: Maker @deprecated(reason: "Use owner. Since 2026-07-01.")
    owner: Maker
    old: Maker @deprecated(reason: "Nobody reads it.")
  }
  type Maker { name: String! email: String @deprecated(reason: "Since 2026-06-01.") }
`;

export const files = {
  'listItems.graphql': `query listItems($sort: String, $order: String, $maker: Boolean = false @expand) @endpoint(method: GET, path: "/items") {
    items(sort: $sort, order: $order) @fields { id name price contact: maker @include(if: $maker) { name email } old { name } } }`,
  'listPages.graphql': `query listPages($lang: String @param(in: HEADER, name: "X-Lang")) @endpoint(method: GET, path: "/pages", maxAge: 5) {
    pages(lang: $lang) @paginate(styles: [CURSOR]) @fields { nodes { id ... @wrap(as: "meta") { price } } } }`,
  'getItem.graphql': `query getItem($slug: String!) @endpoint(method: GET, path: "/items/{slug}") { item(slug: $slug) { id price } }`,
  'findItem.graphql': `query findItem($id: ID!) @endpoint(method: GET, path: "/plain/{id}") { item(id: $id) { id price } }`,
  'getOwner.graphql': `query getOwner($id: ID!) @endpoint(method: GET, path: "/owners/{id}") { item(id: $id) { id owner @unwrap { email } } }`,
  'addItem.graphql': `mutation addItem($input: ItemInput, $note: String @param(in: QUERY))
    @endpoint(method: POST, path: "/items", body: "input", deprecated: "2026-10-01", sunset: "2026-12-01") { addItem(input: $input, note: $note) { id } }`,
  'putItem.graphql': `mutation putItem($id: String!, $sku: String @param(name: "meta.sku"), $parts: [PartInput!])
    @endpoint(method: PUT, path: "/items/{id}") { addItem(input: { name: $id, sku: $sku, parts: $parts }) { id } }`,
};
