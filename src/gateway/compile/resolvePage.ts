import { type GraphQLField, getNullableType, isListType } from 'graphql';
import type { PageStyle } from '../conventions/Conventions.ts';
import { directiveNode } from '../document/directiveNode.ts';
import { readDirective } from '../document/directives.ts';
import { fieldDefinition } from './collectFields.ts';
import type { CompileContext } from './CompileContext.ts';
import type { PagedField } from './ShapeContext.ts';
import { type ResolvedNames, connectionNames } from './connectionNames.ts';
import { type FollowedFields, followFields } from './followFields.ts';

/** What a field with `@paginate` offers, by its definition in the schema. */
export interface ResolvedPage {
  /** Undefined for `__typename`. */
  field: GraphQLField<unknown, unknown> | undefined;
  names: ResolvedNames;
  /** The styles that are offered; one that the field lacks something for is a diagnostic. */
  styles: readonly PageStyle[];
  /** Whether the field is a list itself, and no connection. */
  isList: boolean;
  /** Whether PAGE passes the number of the page, and not an offset. */
  byNumber: boolean;
  /** Whether there is a way back from a cursor. */
  hasWayBack: boolean;
  /** The field of the connection at a dotted path, if there is one. */
  find(path: string): FollowedFields | undefined;
}

/** Resolves the names and styles of a paged field. */
export function resolvePage(
  { node, parent }: PagedField,
  { conventions }: Pick<CompileContext, 'conventions'>,
): ResolvedPage {
  const field = fieldDefinition(node, parent);
  const names = connectionNames(node, conventions);
  const styles = [...new Set(readDirective('paginate', node)!.styles ?? conventions.page.styles)];
  const isList = field !== undefined && isListType(getNullableType(field.type));
  const find = (path: string) => {
    const found = field && !isList ? followFields(field.type, path) : undefined;
    return found && 'nullable' in found ? found : undefined;
  };
  const has = (argument: string | undefined) => field?.args.some(({ name }) => name === argument) ?? false;
  return {
    field,
    names,
    styles,
    isList,
    byNumber: has(names.page),
    hasWayBack:
      conventions.page.parameters.before !== undefined &&
      styles.includes('CURSOR') &&
      has(names.last) &&
      has(names.before) &&
      find(names.startCursor) !== undefined,
    find,
  };
}

/** Refuses no style, and one that is named more than once. */
export function checkStyles({ node }: PagedField, { conventions, report }: CompileContext): void {
  const named = readDirective('paginate', node)!.styles ?? conventions.page.styles;
  if (named.length > 0 && new Set(named).size === named.length) return;
  const message = 'styles must name at least one style, and each only once.';
  report(directiveNode(node, 'paginate', 'styles'), message, 'Remove styles to offer all.');
}
