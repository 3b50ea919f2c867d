import { typeNameOnWire } from '../../conventions/typeNameOnWire.ts';
import type { LeafShape } from '../../plan/Shape.ts';
import { leafSchema, withExample } from './leafSchema.ts';
import type { Schema } from './Schema.ts';
import type { SchemaContext } from './SchemaContext.ts';

/** The schema of a scalar or an enum in a response, without null. */
export function outputLeafSchema({ type, names }: LeafShape, context: SchemaContext): Schema {
  if (!names) return withExample(leafSchema(type, context));
  return { type: 'string', enum: names.map((name) => typeNameOnWire(name, context.version.conventions)) };
}
