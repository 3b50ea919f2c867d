import { isSpecifiedScalar, scalarConvention } from '../../../plan/conventions/scalarConversions.ts';
import { typeNameOnWire } from '../../../plan/conventions/wireNames.ts';
import type { LeafShape } from '../../../plan/Shape.ts';
import type { EnumPlan } from '../../../plan/TypeTable.ts';
import { INT_32, isUpload } from '../../../plan/bounds.ts';
import type { Schema } from '../Schema.ts';
import type { SchemaContext } from './SchemaRegistry.ts';

const SPECIFIED: Readonly<Record<string, Schema>> = {
  String: { type: 'string' },
  ID: { type: 'string' },
  Int: { type: 'integer', format: 'int32', minimum: INT_32.min, maximum: INT_32.max },
  Float: { type: 'number', format: 'double' },
  Boolean: { type: 'boolean' },
};

/** An integer with the example nearest to 1, because tools make up one of its bounds. */
export function withExample(leaf: Schema): Schema {
  if (leaf['type'] !== 'integer') return leaf;
  const { minimum = -Infinity, maximum = Infinity } = leaf as { minimum?: number; maximum?: number };
  return { ...leaf, examples: [Math.max(minimum, Math.min(1, maximum))] };
}

/** The schema of a scalar or an enum, by its name. Enums become components. */
export function leafSchema(name: string, { version, registry }: SchemaContext): Schema {
  const { types, conventions } = version;
  if (Object.hasOwn(types.enums, name)) return registry.named('enum', name, () => enumSchema(types.enums[name]!));
  const scalar = scalarConvention(name, conventions);
  if (!scalar && isSpecifiedScalar(name)) return SPECIFIED[name]!;
  if (isUpload(name, version)) return { type: 'string', contentMediaType: 'application/octet-stream' };
  const { type: json, pattern, upstream: _, ...rest } = scalar ?? { type: 'string' };
  return {
    ...(json !== 'any' && { type: json }),
    ...(json === 'integer' && { format: 'int64' }),
    ...rest,
    ...(pattern !== undefined && { pattern: `^(?:${pattern})$` }),
  };
}

/** The schema of a scalar or an enum in a response, without null. */
export function outputLeafSchema({ type, names }: LeafShape, context: SchemaContext): Schema {
  if (!names) return leafSchema(type, context);
  return { type: 'string', enum: names.map((name) => typeNameOnWire(name, context.version.conventions)) };
}

function enumSchema({ description, values }: EnumPlan): Schema {
  return { type: 'string', ...(description && { description }), enum: Object.values(values) };
}
