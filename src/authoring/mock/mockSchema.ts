// A copy of a schema that executes with mock data. A value depends on its type, field and the key of its object alone, and fits its
// type and the conventions of its scalar; what mutations write is kept as long as the process lives.
import {
  type DocumentNode,
  type GraphQLAbstractType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  Kind,
  type SelectionSetNode,
  extendSchema,
  isAbstractType,
  isIntrospectionType,
  isObjectType,
} from 'graphql';
import type { Conventions } from '../../gateway/plan/conventions/Conventions.ts';
import { indexOfKey, isList, withoutErrors } from './mockTypes.ts';
import { MockContext, type MockObject, type Values } from './MockContext.ts';
import { prepareField } from './mockField.ts';
import { prepareMutation } from './mockMutation.ts';

/** The key of the objects of the root types. */
const ROOT = '1';

/** An extension that adds nothing: graphql-js copies a schema to extend it, with its scalars, enums and directives. */
const NO_EXTENSION: DocumentNode = { kind: Kind.DOCUMENT, definitions: [{ kind: Kind.SCHEMA_EXTENSION }] };

/** Copies a schema. Resolvers and type checks of the schema itself have no effect. */
export function mockSchema(schema: GraphQLSchema, conventions: Conventions): GraphQLSchema {
  const mocked = extendSchema(schema, NO_EXTENSION, { assumeValid: true });
  const context = new MockContext(mocked, conventions);
  for (const type of Object.values(mocked.getTypeMap())) {
    if (isAbstractType(type)) type.resolveType = resolveType;
    else if (isObjectType(type) && !isIntrospectionType(type)) addResolvers(type, context);
  }
  return mocked;
}

function addResolvers(type: GraphQLObjectType, context: MockContext): void {
  const compile = type === context.schema.getMutationType() ? prepareMutation : prepareField;
  if (type.isTypeOf) type.isTypeOf = () => true;
  for (const field of Object.values(type.getFields())) {
    let make: ReturnType<typeof prepareField> | undefined;
    field.resolve = (object: MockObject | undefined, args: Values): unknown => {
      const written = object && context.find(type.name, object.key)?.values;
      for (const values of [written, object?.values]) {
        if (values && Object.hasOwn(values, field.name)) return values[field.name];
      }
      make ??= compile(type, field, context);
      return make(object?.key ?? ROOT, args);
    };
  }
}

/**
 * The type of an object behind an interface or a union: the first that the operation selects fields of and that is no error. The
 * items of a list alternate between all of them.
 */
function resolveType(
  object: MockObject,
  _context: unknown,
  { fieldNodes, fragments, returnType, schema }: GraphQLResolveInfo,
  type: GraphQLAbstractType,
): string {
  if (isObjectType(schema.getType(object.typeName))) return object.typeName;
  const possible = withoutErrors(schema.getPossibleTypes(type));
  const conditions = fieldNodes.flatMap(({ selectionSet }) => conditionsOf(selectionSet, fragments));
  const selected = possible.filter((candidate) =>
    [candidate, ...candidate.getInterfaces()].some(({ name }) => conditions.includes(name)),
  );
  const candidates = selected.length > 0 ? selected : possible;
  const index = isList(returnType) ? indexOfKey(object.key) - 1 : 0;
  object.typeName = candidates[Math.max(index, 0) % candidates.length]!.name;
  return object.typeName;
}

/** The type conditions of fragments, at any depth but in no field. */
function conditionsOf(set: SelectionSetNode | undefined, fragments: GraphQLResolveInfo['fragments']): string[] {
  return (set?.selections ?? []).flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [];
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value];
    if (!fragment) return [];
    const condition = fragment.typeCondition ? [fragment.typeCondition.name.value] : [];
    return [...condition, ...conditionsOf(fragment.selectionSet, fragments)];
  });
}
