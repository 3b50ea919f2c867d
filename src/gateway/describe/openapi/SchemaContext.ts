import type { TypeContext } from '../../plan/bounds.ts';
import type { Schema } from './Schema.ts';
import type { SchemaRegistry } from './SchemaRegistry.ts';

/** The version whose types are described, and the registry that their schemas are added to. */
export interface SchemaContext {
  version: TypeContext;
  registry: SchemaRegistry;
}

/** The schema of the addresses in a body, which are absolute where the conventions say. */
export function urlSchema({ version: { conventions } }: SchemaContext): Schema {
  return { type: 'string', format: conventions.urls === 'absolute' ? 'uri' : 'uri-reference' };
}
