import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLScalarType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import type { Conventions } from '../../conventions/Conventions.ts';
import type { Constraints } from '../../plan/Constraints.ts';
import { boundsOfType, narrow } from '../../request/narrow.ts';
import { type Components, type Schema, nullable, ref } from './Schema.ts';
import { nameOnWire } from '../../conventions/nameOnWire.ts';
import { defaultOnWire } from '../../compile/defaultOnWire.ts';
import { leafSchema, withExample } from './leafSchema.ts';

const UNBOUND: Constraints = {};

/** The schema of what a variable takes. Input types become components. On a list, bounds and pattern hold for items. */
export function inputSchema(
  type: GraphQLInputType,
  constraints: Constraints,
  conventions: Conventions,
  components: Components,
): Schema {
  if (isNonNullType(type)) return valueSchema(type.ofType, constraints, conventions, components);
  return nullable(valueSchema(type, constraints, conventions, components));
}

/** The schema of a parameter in a path or a query, where null cannot be written. */
export function textSchema(type: GraphQLInputType, constraints: Constraints, conventions: Conventions): Schema {
  const inner = getNullableType(type);
  const text = isListType(inner) ? new GraphQLList(new GraphQLNonNull(getNullableType(inner.ofType))) : inner;
  return valueSchema(text, constraints, conventions, new Map());
}

function valueSchema(
  type: GraphQLInputType,
  constraints: Constraints,
  conventions: Conventions,
  components: Components,
): Schema {
  if (type instanceof GraphQLList) {
    const { minItems, maxItems, ...forItems } = constraints;
    return {
      type: 'array',
      ...(minItems !== undefined && { minItems }),
      ...(maxItems !== undefined && { maxItems }),
      items: inputSchema(type.ofType, forItems, conventions, components),
    };
  }
  if (isInputObjectType(type)) {
    if (!components.has(type.name)) {
      components.set(type.name, {}); // so that a type that holds itself ends here
      components.set(type.name, objectSchema(type, conventions, components));
    }
    return ref(type.name);
  }
  if (isNonNullType(type)) return valueSchema(type.ofType, constraints, conventions, components);
  return boundedSchema(type, constraints, conventions);
}

/** A leaf within its own bounds and those of `@param`. */
function boundedSchema(
  type: GraphQLScalarType | GraphQLEnumType,
  constraints: Constraints,
  conventions: Conventions,
): Schema {
  const { min, max, minLength, maxLength, patterns } = narrow(boundsOfType(type, conventions), constraints);
  const [pattern, ...more] = patterns.map((each) => `^(?:${each})$`);
  return withExample({
    ...leafSchema(type, conventions),
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(pattern !== undefined && { pattern }),
    ...(more.length > 0 && { allOf: more.map((each) => ({ pattern: each })) }),
  });
}

function objectSchema(type: GraphQLInputObjectType, conventions: Conventions, components: Components): Schema {
  const fields = Object.values(type.getFields());
  const required = fields.filter(isRequiredInputField).map(({ name }) => nameOnWire(name, conventions));
  return {
    type: 'object',
    ...(type.description && { description: type.description }),
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    ...(type.isOneOf && { minProperties: 1, maxProperties: 1 }),
    properties: Object.fromEntries(
      fields.map((field) => {
        const given = defaultOnWire(field.astNode?.defaultValue, field.type, conventions);
        return [
          nameOnWire(field.name, conventions),
          {
            ...inputSchema(field.type, UNBOUND, conventions, components),
            ...(field.description && { description: field.description }),
            ...(given !== undefined && { default: given }),
            ...(field.deprecationReason && { deprecated: true }),
          },
        ];
      }),
    ),
  };
}
