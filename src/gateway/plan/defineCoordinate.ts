import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  astFromValue,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isScalarType,
  isUnionType,
  print,
  resolveSchemaCoordinate,
} from 'graphql';
import { accessDirectives } from './accessDirectives.ts';

/**
 * The definition of a type, a field, an argument or an input field as text, such as `String!` for `User.name`; undefined where
 * the schema has no such element. It says what a plan relies on: types, defaults, values of enums, possible types, and the
 * directives that restrict access.
 */
export function defineCoordinate(schema: GraphQLSchema, coordinate: string): string | undefined {
  const element = resolveCoordinate(schema, coordinate);
  switch (element?.kind) {
    case 'NamedType':
      return [defineType(element.type, schema), ...accessDirectives(element.type)].join(' ');
    case 'Field':
      return [element.field.type, ...accessDirectives(element.field)].join(' ');
    case 'FieldArgument':
      return defineInput(element.fieldArgument);
    case 'InputField':
      return defineInput(element.inputField);
    default:
      return undefined;
  }
}

/** The element of a schema at a coordinate; undefined where it, or what it is in, does not exist. */
export function resolveCoordinate(
  schema: GraphQLSchema,
  coordinate: string,
): ReturnType<typeof resolveSchemaCoordinate> {
  try {
    return resolveSchemaCoordinate(schema, coordinate);
  } catch {
    return undefined; // What it is in does not exist, or is of another kind.
  }
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
