// Schema coordinates: their definitions, and whether a schema has those of a plan. See the GraphQL specification, section 3.14.
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  astFromValue,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isScalarType,
  isUnionType,
  print,
} from 'graphql';
import { type Annotated, isAuthenticated, requiredScopes } from '../guard/access/requiredAccess.ts';
import { type ApiPlan, readPlan } from './ApiPlan.ts';

/** A plan of another API would list every coordinate. */
const MAX_MISFITS = 20;

/** The JSON of `portico build` as a plan. Throws an error that names each coordinate where the schema does not fit it. */
export function readFittingPlan(json: unknown, schema: GraphQLSchema): ApiPlan {
  const plan = readPlan(json);
  const misfits = findMisfits(plan, schema);
  if (misfits.length === 0) return plan;
  const shown = misfits.slice(0, MAX_MISFITS);
  const more = misfits.length - shown.length;
  const lines = more > 0 ? [...shown, `… and ${more} more.`] : shown;
  throw new Error(`The schema does not fit the plan; run portico build again.\n${lines.join('\n')}`);
}

/** Why a schema does not fit a plan: one sentence for each coordinate that it defines in another way. Empty if it fits. */
export function findMisfits({ coordinates }: Pick<ApiPlan, 'coordinates'>, schema: GraphQLSchema): string[] {
  const missing = new Set<string>();
  return Object.entries(coordinates).flatMap(([coordinate, definition]) => {
    const actual = defineCoordinate(schema, coordinate);
    if (actual === undefined) {
      // A type that does not exist has no fields, and a field no arguments: its absence is said once.
      const isImplied = missing.has(coordinate.replace(/\(.*$|\.\w+$/, ''));
      missing.add(coordinate);
      return isImplied ? [] : [`${coordinate} does not exist in this schema; the plan was built for ${definition}.`];
    }
    const changed =
      actual === definition ? [] : [`${coordinate} is ${actual} in this schema; the plan was built for ${definition}.`];
    const required = requiredWithin(schema, coordinate).filter((element) => !Object.hasOwn(coordinates, element));
    return [
      ...changed,
      ...required.map((element) => `${element} is required in this schema; the plan was built without it.`),
    ];
  });
}

/** The coordinates of the arguments of a field, and of the fields of an input object, that must be given. */
function requiredWithin(schema: GraphQLSchema, coordinate: string): string[] {
  const element = resolveCoordinate(schema, coordinate);
  if (element?.kind === 'field') {
    return element.field.args.filter(isRequiredArgument).map(({ name }) => `${coordinate}(${name}:)`);
  }
  if (element?.kind !== 'type' || !isInputObjectType(element.type)) return [];
  const fields = Object.values(element.type.getFields());
  return fields.filter(isRequiredInputField).map(({ name }) => `${coordinate}.${name}`);
}

/**
 * The definition of a type, a field, an argument or an input field as text, such as `String!` for `User.name`; undefined where
 * the schema has no such element. It says what a plan relies on: types, defaults, values of enums, possible types, and the
 * directives that restrict access.
 */
export function defineCoordinate(schema: GraphQLSchema, coordinate: string): string | undefined {
  const element = resolveCoordinate(schema, coordinate);
  if (element?.kind === 'type') return [defineType(element.type, schema), ...accessDirectives(element.type)].join(' ');
  if (element?.kind === 'field') return [element.field.type, ...accessDirectives(element.field)].join(' ');
  return element && defineInput(element.input);
}

/** An element of a schema. */
type SchemaElement =
  | { kind: 'type'; type: GraphQLNamedType }
  | { kind: 'field'; field: GraphQLField<unknown, unknown> }
  | { kind: 'argument' | 'inputField'; input: GraphQLArgument | GraphQLInputField };

const COORDINATE = /^(\w+)(?:\.(\w+)(?:\((\w+):\))?)?$/;

/**
 * The element of a schema at a coordinate; undefined where it, or what it is in, does not exist. A plan of a large API has
 * tens of thousands: the parser of GraphQL takes as long for them as everything else at startup.
 */
export function resolveCoordinate(schema: GraphQLSchema, coordinate: string): SchemaElement | undefined {
  const [, typeName = '', fieldName, argumentName] = COORDINATE.exec(coordinate) ?? [];
  const type = schema.getType(typeName);
  if (!type) return undefined;
  if (fieldName === undefined) return { kind: 'type', type };
  if (isInputObjectType(type)) {
    const input = type.getFields()[fieldName];
    return input && argumentName === undefined ? { kind: 'inputField', input } : undefined;
  }
  const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[fieldName] : undefined;
  if (!field || argumentName === undefined) return field && { kind: 'field', field };
  const input = field.args.find(({ name }) => name === argumentName);
  return input && { kind: 'argument', input };
}

function defineType(type: GraphQLNamedType, schema: GraphQLSchema): string {
  if (isScalarType(type)) return 'scalar';
  if (isEnumType(type)) return `enum ${namesOf(type.getValues())}`;
  if (isAbstractType(type))
    return `${isUnionType(type) ? 'union' : 'interface'} ${namesOf(schema.getPossibleTypes(type))}`;
  if (isInputObjectType(type)) return type.isOneOf ? 'input @oneOf' : 'input';
  if (type === schema.getQueryType()) return 'query type';
  return type === schema.getMutationType() ? 'mutation type' : 'type';
}

function namesOf(elements: readonly { readonly name: string }[]): string {
  const names = elements.map(({ name }) => name).sort();
  return `{ ${names.join(' ')} }`;
}

function defineInput({ type, defaultValue }: GraphQLArgument | GraphQLInputField): string {
  const node = defaultValue === undefined ? undefined : astFromValue(defaultValue, type);
  return node ? `${String(type)} = ${print(node)}` : String(type);
}

/** The directives that restrict access to a type or a field, as in SDL: `@requiresScopes(scopes: [["users:read"]])`. */
export function accessDirectives(element: Annotated): string[] {
  return [
    ...(isAuthenticated(element) ? ['@authenticated'] : []),
    ...requiredScopes(element).map((scopes) => `@requiresScopes(scopes: ${JSON.stringify(scopes)})`),
  ];
}
