import {
  type ConstValueNode,
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isScalarType,
  valueFromASTUntyped,
} from 'graphql';
import { compileToWire } from '../conventions/compileToWire.ts';
import type { TypeConventions } from '../conventions/Conventions.ts';
import { enumTexts } from '../conventions/enumTexts.ts';
import { fieldOnWire } from '../conventions/fieldOnWire.ts';
import { scalarConvention } from '../conventions/scalarConvention.ts';

/** A constant of a document as JSON: an enum value is its name. */
export function readConstant(node: ConstValueNode): unknown {
  // The objects that graphql makes have no prototype; a clone has the usual one.
  return structuredClone(valueFromASTUntyped(node));
}

/** A default as a client would send it; undefined for none, and for null. */
export function wireConstant(
  node: ConstValueNode | undefined,
  type: GraphQLInputType,
  conventions: TypeConventions,
): unknown {
  const value = node && readConstant(node);
  return value === undefined || value === null ? undefined : toWire(value, type, conventions);
}

function toWire(value: unknown, type: GraphQLInputType, conventions: TypeConventions): unknown {
  if (value === null) return null;
  const inner = getNullableType(type);
  if (isListType(inner)) {
    // In GraphQL one value stands for a list of it.
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    return items.map((each) => toWire(each, inner.ofType, conventions));
  }
  if (isEnumType(inner)) return enumTexts(inner, conventions).get(String(value)) ?? value;
  if (isScalarType(inner)) return scalarToWire(value, inner.name, conventions);
  if (!isInputObjectType(inner) || typeof value !== 'object') return value;
  const fields = inner.getFields();
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      fieldOnWire(inner.name, name, conventions),
      fields[name] ? toWire(each, fields[name].type, conventions) : (each as unknown),
    ]),
  );
}

/** One that the wire cannot have stays as it is: that is a problem of the default. */
function scalarToWire(value: unknown, name: string, conventions: TypeConventions): unknown {
  const text = name === 'ID' ? String(value) : value;
  const { upstream } = scalarConvention(name, conventions) ?? {};
  if (name !== 'ID' && upstream === undefined) return value;
  try {
    return compileToWire(name, conventions)?.(text) ?? text;
  } catch {
    return text;
  }
}
