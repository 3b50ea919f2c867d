// A made-up API of any size: a GraphQL schema and endpoint documents over it, without shapes, the same for the same numbers.

export interface GeneratedApi {
  schema: string;
  /** By the path of the file below the folder of endpoint documents. */
  documents: Record<string, string>;
}

const SCALARS = ['ID', 'String', 'Int', 'Boolean', 'DateTime', 'Float', 'EmailAddress', 'URL'];
/** Object types for each resource; the other ones stand only in fields. */
const TYPES_PER_RESOURCE = 3;

/** An API with five endpoints for each resource; 200 resources are 1,000 endpoints over a schema of 40,000 lines. */
export function generateApi(resources: number): GeneratedApi {
  const types = Array.from({ length: resources * TYPES_PER_RESOURCE }, (_, index) => index);
  const roots = types.filter((index) => index % TYPES_PER_RESOURCE === 0);
  const schema = [
    'scalar DateTime\nscalar EmailAddress\nscalar URL\ninterface Node {\n  id: ID!\n}',
    'type PageInfo {\n  hasNextPage: Boolean!\n  endCursor: String\n}',
    ...types.flatMap((index) => [objectType(index, types.length), enumType(index)]),
    ...roots.flatMap((index) => [connectionTypes(index), inputType(index)]),
    `type Query {\n${roots.map(queryFields).join('\n')}\n}`,
    `type Mutation {\n${roots.map(mutationFields).join('\n')}\n}`,
  ];
  return {
    schema: `${schema.join('\n\n')}\n`,
    documents: Object.fromEntries(roots.flatMap((index) => endpointsOf(index, types.length))),
  };
}

const typeName = (index: number) => `Thing${index}`;
const fieldsOf = (index: number) =>
  SCALARS.flatMap((scalar, at) => [0, 1].map((copy) => ({ name: `field${index}x${at}${copy}`, scalar, copy })));

function objectType(index: number, count: number): string {
  const fields = fieldsOf(index).map(
    ({ name, scalar, copy }) =>
      `  "The ${name} of a thing, as it was last measured."\n  ${name}: ${scalar}${copy === 0 ? '!' : ''}`,
  );
  const related = [`first: ${typeName((index + 1) % count)}`, `second: [${typeName((index + 2) % count)}!]!`];
  return `"A thing with the number ${index}."\ntype ${typeName(index)} implements Node {\n  id: ID!\n  state: State${index}!\n${fields.join('\n')}\n  ${related.join('\n  ')}\n}`;
}

function enumType(index: number): string {
  return `enum State${index} {\n${Array.from({ length: 8 }, (_, at) => `  VALUE_${index}_${at}`).join('\n')}\n}`;
}

function connectionTypes(index: number): string {
  const name = typeName(index);
  return `type ${name}Connection {\n  nodes: [${name}!]!\n  pageInfo: PageInfo!\n  totalCount: Int!\n}`;
}

function inputType(index: number): string {
  const fields = fieldsOf(index).map(({ name, scalar }) => `  "The ${name} of a thing."\n  ${name}: ${scalar}`);
  return `input ${typeName(index)}Input {\n  state: State${index}!\n${fields.join('\n')}\n}`;
}

function queryFields(index: number): string {
  const name = typeName(index);
  return `  get${name}(id: ID!): ${name}\n  list${name}(first: Int, after: String, offset: Int, state: State${index}): ${name}Connection!`;
}

function mutationFields(index: number): string {
  const name = typeName(index);
  return `  create${name}(input: ${name}Input!): ${name}!\n  update${name}(id: ID!, input: ${name}Input!): ${name}\n  remove${name}(id: ID!): ${name}`;
}

function endpointsOf(index: number, count: number): [string, string][] {
  const name = typeName(index);
  const path = `/things-${index}`;
  const own = (of: number) => ['id', 'state', ...fieldsOf(of).map((field) => field.name)].join(' ');
  const [first, second] = [(index + 1) % count, (index + 2) % count];
  const selection = `{ ${own(index)} first { ${own(first)} } second { ${own(second)} first { ${own((second + 1) % count)} } } }`;
  const document = (verb: string, text: string): [string, string] => [`v1/${verb}${name}.graphql`, text];
  return [
    document(
      'get',
      `"Read a thing ${index}." query get${name}($id: ID!) @endpoint(method: GET, path: "${path}/{id}", maxAge: 60) { get${name}(id: $id) ${selection} }`,
    ),
    document(
      'list',
      `"List the things ${index}." query list${name}($state: State${index}) @endpoint(method: GET, path: "${path}") { list${name}(state: $state) @paginate { nodes ${selection} } }`,
    ),
    document(
      'create',
      `"Create a thing ${index}." mutation create${name}($input: ${name}Input!) @endpoint(method: POST, path: "${path}", status: 201, location: "${path}/{id}", body: "input") { create${name}(input: $input) ${selection} }`,
    ),
    document(
      'update',
      `"Replace a thing ${index}." mutation update${name}($id: ID!, $input: ${name}Input!) @endpoint(method: PUT, path: "${path}/{id}", body: "input") { update${name}(id: $id, input: $input) ${selection} }`,
    ),
    document(
      'remove',
      `"Remove a thing ${index}." mutation remove${name}($id: ID!) @endpoint(method: DELETE, path: "${path}/{id}", status: 204) { remove${name}(id: $id) { id } }`,
    ),
  ];
}
