import { type IMockStore, type KeyTypeConstraints, addMocksToSchema } from '@graphql-tools/mock';
import {
  type GraphQLAbstractType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  Kind,
  type SelectionSetNode,
  getNullableType,
  isAbstractType,
  isListType,
  isObjectType,
} from 'graphql';
import type { Conventions } from '../../gateway/conventions/Conventions.ts';
import { MockContext } from './MockContext.ts';
import type { MockObject } from './MockObject.ts';
import { compileMutation } from './compileMutation.ts';
import { withoutErrors } from './errorTypes.ts';
import { indexOfKey } from './keyFields.ts';
import { compileField } from './mockField.ts';

/** The key of the objects of the root types. */
const ROOT = '1';

type Make = (key: string, args: Readonly<Record<string, unknown>>) => unknown;

/**
 * A copy of a schema that executes with mock data. A value depends on its type, field and the key of its object alone, and fits
 * its type and the conventions of its scalar; what mutations write is kept as long as the process lives.
 */
export function mockSchema(schema: GraphQLSchema, conventions: Conventions): GraphQLSchema {
  const context = new MockContext(schema, conventions);
  const fields = new Map<string, Make>();
  const isRoot = (typeName: string) => typeName === schema.getQueryType()?.name;
  const make = (typeName: string, fieldName: string): Make => {
    const coordinate = `${typeName}.${fieldName}`;
    const known = fields.get(coordinate);
    if (known) return known;
    const type = schema.getType(typeName);
    if (!isObjectType(type)) throw new Error(`${typeName} is not an object type.`);
    const compile = type === schema.getMutationType() ? compileMutation : compileField;
    const made = compile(type, type.getFields()[fieldName]!, context);
    fields.set(coordinate, made);
    return made;
  };
  const get = ({ typeName, key, fieldName, fieldArgs }: FieldOf): unknown => {
    const written = context.state.values(typeName, String(key));
    if (written && Object.hasOwn(written, fieldName)) return written[fieldName];
    return make(typeName, fieldName)(isRoot(typeName) || key === 'ROOT' ? ROOT : String(key), fieldArgs ?? {});
  };
  // The store of the library makes a value without its key, and keeps every value that it made. Its wiring needs `get` alone.
  const store = { schema, get } as unknown as IMockStore;
  return addMocksToSchema({ schema, store, resolvers: typeResolvers(schema) });
}

interface FieldOf {
  typeName: string;
  key: KeyTypeConstraints;
  fieldName: string;
  fieldArgs?: Record<string, unknown>;
}

/** Resolves the types of mock data, in place of the resolvers of the schema. */
function typeResolvers(schema: GraphQLSchema): Record<string, object> {
  const resolvers: Record<string, object> = {};
  for (const type of Object.values(schema.getTypeMap())) {
    if (isAbstractType(type)) resolvers[type.name] = { __resolveType: resolveType };
    else if (isObjectType(type) && type.isTypeOf) resolvers[type.name] = { __isTypeOf: () => true };
  }
  return resolvers;
}

/**
 * The type of an object behind an interface or a union: the first that the operation selects fields of and that is no error. The
 * items of a list alternate between all of them.
 */
export function resolveType(
  object: MockObject,
  _context: unknown,
  { fieldNodes, fragments, returnType, schema }: GraphQLResolveInfo,
  type: GraphQLAbstractType,
): string {
  const reference = object.$ref;
  const known = schema.getType(reference.typeName);
  if (isObjectType(known)) return known.name;
  const possible = withoutErrors(schema.getPossibleTypes(type));
  const conditions = new Set<string>();
  for (const { selectionSet } of fieldNodes) collectConditions(selectionSet, fragments, conditions);
  const selected = possible.filter(({ name }) => conditions.has(name));
  const implied = () => possible.filter((candidate) => implementsAny(candidate, conditions, schema));
  const candidates = [selected, implied(), possible].find((types) => types.length > 0)!;
  const index = isListType(getNullableType(returnType)) ? indexOfKey(reference.key) - 1 : 0;
  reference.typeName = candidates[Math.max(index, 0) % candidates.length]!.name;
  return reference.typeName;
}

function implementsAny(
  candidate: GraphQLObjectType,
  conditions: ReadonlySet<string>,
  schema: GraphQLResolveInfo['schema'],
): boolean {
  return [...conditions].some((name) => {
    const condition = schema.getType(name);
    return isAbstractType(condition) && schema.isSubType(condition, candidate);
  });
}

function collectConditions(
  selectionSet: SelectionSetNode | undefined,
  fragments: GraphQLResolveInfo['fragments'],
  into: Set<string>,
): void {
  for (const selection of selectionSet?.selections ?? []) {
    if (selection.kind === Kind.FIELD) continue;
    const part = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value];
    if (!part) continue;
    if (part.typeCondition) into.add(part.typeCondition.name.value);
    collectConditions(part.selectionSet, fragments, into);
  }
}
