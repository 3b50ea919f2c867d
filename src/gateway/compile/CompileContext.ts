import type { FieldNode, GraphQLCompositeType, GraphQLSchema, Location } from 'graphql';
import type { Conventions } from '../plan/conventions/Conventions.ts';
import type { ReportDiagnostic } from '../base/errors/Diagnostic.ts';
import type { ParameterPlan } from '../plan/ParameterPlan.ts';
import type { SelectionContext } from './response/collectFields.ts';
import type { CoordinateCollector, TypeCollector } from './usedSchemaElements.ts';

/** What all endpoints of a version are compiled with. */
export interface VersionContext {
  schema: GraphQLSchema;
  /** The schema with the vocabulary's directives. */
  vocabulary: GraphQLSchema;
  conventions: Conventions;
  /** Collects the enums and input objects that the plans name. */
  types: TypeCollector;
  /** Collects the schema coordinates that the executed operations use. */
  coordinates: CoordinateCollector;
  report: ReportDiagnostic;
  /** Reports what is unusual, but not an error. */
  warn: ReportDiagnostic;
  /** Reports a valid word of the vocabulary that is not executed yet. */
  reportUnsupported: ReportDiagnostic;
}

/** What one endpoint, or a part of it, is compiled with. */
export interface CompileContext extends VersionContext {
  /** Whether anything was reported to this context. */
  hasErrors(): boolean;
}

/** A context that tracks what is reported to it, and reports it to the outer context as well. */
export function trackErrors<Context extends VersionContext>(context: Context): Context & CompileContext {
  let hasErrors = false;
  const report: ReportDiagnostic = (...diagnostic) => {
    hasErrors = true;
    context.report(...diagnostic);
  };
  return { ...context, report, hasErrors: () => hasErrors };
}

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

/** The response keys of a `__typename` that are added to selection sets and spreads, by the place of these in the document. */
export type AddedTypeNames = Map<Location, string>;

/** A connection, or a list, that `@paginate` is on, and the type that it is a field of. */
export interface PagedField {
  node: FieldNode;
  parent: GraphQLCompositeType;
}
