// `npm run generate`: the types of each subgraph's resolvers, from its own SDL. They are not committed; nothing but the compiler
// reads them. Endpoint documents are deliberately not checked here: a version inherits documents and overrides shapes by name,
// which only the engine resolves. `portico check` checks them as a start would, and is part of `npm run check`.
import { readFileSync, writeFileSync } from 'node:fs';
import { codegen } from '@graphql-codegen/core';
import * as typescript from '@graphql-codegen/typescript';
import * as typescriptResolvers from '@graphql-codegen/typescript-resolvers';
import { buildASTSchema, parse } from 'graphql';

/** The types that resolvers return for those of the schema, by subgraph. */
const MAPPERS = {
  users: {
    User: './UserStore.ts#UserRow',
    UserConnection: '../createConnection.ts#Connection<UserRow>',
    UserEdge: '../createConnection.ts#Edge<UserRow>',
  },
  orders: {
    Order: './OrderStore.ts#OrderRow',
    OrderItem: './OrderStore.ts#OrderItemRow',
    OrderConnection: '../createConnection.ts#Connection<OrderRow>',
    OrderEdge: '../createConnection.ts#Edge<OrderRow>',
    User: '../Subgraph.ts#EntityReference',
    Product: '../Subgraph.ts#EntityReference',
  },
  products: {
    Product: './ProductStore.ts#ProductRow',
    ProductConnection: '../createConnection.ts#Connection<ProductRow>',
    ProductEdge: '../createConnection.ts#Edge<ProductRow>',
  },
  forecast: { Forecast: './ForecastStore.ts#ForecastRow' },
};

const CONFIG = {
  federation: true,
  useTypeImports: true,
  enumsAsTypes: true,
  makeResolverTypeCallable: true,
  contextType: '../Subgraph.ts#RequestContext',
  scalars: {
    SafeInt: 'number',
    Quantity: 'number',
    Date: 'Date',
    DateTime: 'Date',
    EmailAddress: 'string',
    PersonName: 'string',
    CurrencyCode: 'string',
  },
};

for (const [subgraph, mappers] of Object.entries(MAPPERS)) {
  const filename = `src/service/domain/${subgraph}/resolvers.generated.ts`;
  const schema = parse(readFileSync(`schema/${subgraph}.graphql`, 'utf8'));
  const generated = await codegen({
    filename,
    schema,
    schemaAst: buildASTSchema(schema, { assumeValidSDL: true }),
    documents: [],
    config: { ...CONFIG, mappers },
    plugins: [{ typescript: {} }, { typescriptResolvers: {} }],
    pluginMap: { typescript, typescriptResolvers },
  });
  writeFileSync(filename, generated);
}
