import type { TypeContext } from '../../plan/bounds.ts';
import type { SchemaRegistry } from './SchemaRegistry.ts';

/** The version whose types are described, and the registry that their schemas are added to. */
export interface SchemaContext {
  version: TypeContext;
  registry: SchemaRegistry;
}
