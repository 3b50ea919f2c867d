import type { FieldNode, GraphQLCompositeType } from 'graphql';
import type { ParameterPlan } from '../../plan/ParameterPlan.ts';
import type { CompileContext } from '../CompileContext.ts';
import type { AddedTypeNames } from './addTypeNames.ts';
import type { SelectionContext } from './collectFields.ts';

/** What the selections of one operation are compiled with. */
export interface ShapeContext extends CompileContext, SelectionContext {
  /** The names of the fragments in the document's own file; the others are shapes of the version, which OpenAPI names. */
  ownFragments: ReadonlySet<string>;
  parameters: readonly ParameterPlan[];
  /** Collects the fields with `@paginate`, an outer one before those in it. */
  pagedFields: PagedField[];
  /** Whether the data of an object has more than what is selected here. */
  isShared?: boolean;
  /** Collects the `__typename` that are selected besides, so that groups and types can be recognized. */
  typeNames: AddedTypeNames;
}

/** A connection, or a list, that `@paginate` is on, and the type that it is a field of. */
export interface PagedField {
  node: FieldNode;
  parent: GraphQLCompositeType;
}
