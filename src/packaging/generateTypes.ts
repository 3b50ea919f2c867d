// `npm run generate`, after the Prisma client: writes the types of each subgraph's resolvers, from its SDL. A resolver that does not
// fit the schema does not compile.
import { readFileSync, writeFileSync } from 'node:fs';
import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLType,
  Kind,
  buildASTSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  parse,
} from 'graphql';

/** The store of each subgraph, and the object types of which it has rows: those of `User` are `UserRow`. */
const SUBGRAPHS = {
  users: { store: 'UserStore', rows: ['User'] },
  orders: { store: 'OrderStore', rows: ['Order', 'OrderItem'] },
  products: { store: 'ProductStore', rows: ['Product'] },
  forecast: { store: 'ForecastStore', rows: ['Forecast'] },
};

/** The scalars that resolvers do not read as text. */
const SCALARS = new Map([
  ['Boolean', 'boolean'],
  ...['Int', 'Float', 'SafeInt', 'Quantity'].map((name) => [name, 'number'] as const),
  ...['Date', 'DateTime'].map((name) => [name, 'Date'] as const),
]);

for (const [name, { store, rows }] of Object.entries(SUBGRAPHS)) {
  const schema = buildASTSchema(parse(readFileSync(`schema/${name}.graphql`, 'utf8')), { assumeValidSDL: true });
  const types = Object.values(schema.getTypeMap()).filter((type) => !type.name.startsWith('__'));
  const lines = [
    `import type { GraphQLScalarType } from 'graphql';`,
    `import type { EntityReference, ReferenceResolver, Resolver } from '../Subgraph.ts';`,
    `import type { Connection, Edge } from '../createConnection.ts';`,
    `import type { ${rows.map((type) => `${type}Row`).join(', ')} } from './${store}.ts';`,
    ...types.flatMap((type) => declare(type, rows)),
    'export type Resolvers = {',
    ...types
      .filter((type) => isScalarType(type) && !isSpecifiedScalarType(type))
      .map((type) => `  ${type.name}?: GraphQLScalarType;`),
    ...types.filter(isObjectType).flatMap((type) => declareResolvers(type, rows)),
    '};',
  ];
  writeFileSync(`src/service/domain/${name}/resolvers.generated.ts`, `${lines.join('\n')}\n`);
}

/** The type of an enum, of an input, and of an object that is as its resolver returns it. */
function declare(type: GraphQLNamedType, rows: readonly string[]): string[] {
  if (isEnumType(type)) {
    const values = type.getValues().map((value) => `'${value.name}'`);
    return [`export type ${type.name} = ${values.join(' | ')};`];
  }
  if (!isInputObjectType(type) && !(isObjectType(type) && nameOf(type, rows) === type.name)) return [];
  return [`export interface ${type.name} {`, ...declareFields(Object.values(type.getFields()), rows), '}'];
}

function declareResolvers(type: GraphQLObjectType, rows: readonly string[]): string[] {
  const parent = nameOf(type, rows);
  const fields = Object.values(type.getFields()).map(({ name, args, type: result }) => {
    const argsType =
      args.length === 0
        ? 'object'
        : `{ ${declareFields(args, rows)
            .map((line) => line.trim())
            .join(' ')} }`;
    return `    ${name}?: Resolver<${parent}, ${argsType}, ${textOf(result, rows)}>;`;
  });
  const key = keyOf(type);
  const reference = key === undefined ? [] : [`    __resolveReference?: ReferenceResolver<${parent}, '${key}'>;`];
  return [`  ${type.name}?: {`, ...reference, ...fields, '  };'];
}

function declareFields(fields: readonly { name: string; type: GraphQLType }[], rows: readonly string[]): string[] {
  return fields.map(({ name, type }) => `  ${name}${isNonNullType(type) ? '' : '?'}: ${textOf(type, rows)};`);
}

function textOf(type: GraphQLType, rows: readonly string[]): string {
  if (!isNonNullType(type)) return `${nonNullText(type, rows)} | null`;
  return nonNullText(type.ofType, rows);
}

function nonNullText(type: GraphQLType, rows: readonly string[]): string {
  if (isListType(type)) return `Array<${textOf(type.ofType, rows)}>`;
  return nameOf(type as GraphQLNamedType, rows);
}

/** The name of a type in TypeScript. The root types have no value. */
function nameOf(type: GraphQLNamedType, rows: readonly string[]): string {
  if (isScalarType(type)) return SCALARS.get(type.name) ?? 'string';
  if (type.name === 'Query' || type.name === 'Mutation') return 'unknown';
  if (rows.includes(type.name)) return `${type.name}Row`;
  const [, row, wrapper] = /^(.+)(Connection|Edge)$/.exec(type.name) ?? [];
  if (row !== undefined) return `${wrapper}<${row}Row>`;
  return isObjectType(type) && keyOf(type) !== undefined ? 'EntityReference' : type.name;
}

/** The field that identifies an entity; undefined for another type. */
function keyOf({ astNode }: GraphQLObjectType): string | undefined {
  const key = astNode?.directives?.find(({ name }) => name.value === 'key');
  const fields = key?.arguments?.find(({ name }) => name.value === 'fields')?.value;
  return fields?.kind === Kind.STRING ? fields.value : undefined;
}
