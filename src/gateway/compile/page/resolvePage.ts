// What a list with `@paginate` is: its names, its styles, and whether the schema has what they need.
import {
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { ConnectionNames, Conventions, PageStyle } from '../../plan/conventions/Conventions.ts';
import { directiveNode, readDirective } from '../document/directives.ts';
import type { PageArguments, PageLimits } from '../../plan/PagePlan.ts';
import type { CompileContext, PagedField } from '../CompileContext.ts';
import { fieldDefinition } from '../response/collectFields.ts';

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
  /** An argument of the field, if it has one of this name. */
  argument(name: string | undefined): GraphQLArgument | undefined;
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
  const argument = (name: string | undefined) => field?.args.find((candidate) => candidate.name === name);
  return {
    field,
    names,
    styles,
    isList,
    byNumber: argument(names.page) !== undefined,
    hasWayBack:
      conventions.page.parameters.before !== undefined &&
      styles.includes('CURSOR') &&
      argument(names.last) !== undefined &&
      argument(names.before) !== undefined &&
      find(names.startCursor) !== undefined,
    argument,
    find,
  };
}

/** The names of one paged field. All but `page` are there. */
export interface ResolvedNames extends Required<Omit<ConnectionNames, 'page'>> {
  page: string | undefined;
  /** Those that its `@paginate` gives itself. */
  own: ReadonlySet<keyof ConnectionNames>;
}

/** The names of the arguments and fields of a field with `@paginate`: its own before those of the conventions. */
function connectionNames(node: FieldNode, { connection }: Conventions): ResolvedNames {
  const connectionOfField = readDirective('paginate', node)?.connection ?? {};
  const names = { ...connection, ...connectionOfField };
  const { pageInfo } = names;
  return {
    ...names,
    page: names.page,
    endCursor: names.endCursor ?? `${pageInfo}.endCursor`,
    startCursor: names.startCursor ?? `${pageInfo}.startCursor`,
    hasNextPage: names.hasNextPage ?? `${pageInfo}.hasNextPage`,
    hasPreviousPage: names.hasPreviousPage ?? `${pageInfo}.hasPreviousPage`,
    own: new Set(Object.keys(connectionOfField) as (keyof ConnectionNames)[]),
  };
}

/** The arguments of pages. */
export const ARGUMENTS = ['first', 'after', 'last', 'before', 'offset', 'page'] as const;
const FIELDS = ['endCursor', 'startCursor', 'hasNextPage', 'hasPreviousPage', 'totalCount'] as const;
type Name = keyof ConnectionNames;

/**
 * Refuses a list without the arguments and fields that the offered styles need, or that `@paginate` names itself, no style or one
 * that is named more than once, and limits that exclude each other. `passed` are the arguments that pages pass.
 */
export function checkConnection(
  { node }: PagedField,
  page: ResolvedPage,
  { passed, limits }: { passed: PageArguments; limits: PageLimits },
  { conventions, report }: CompileContext,
): void {
  const name = node.name.value;
  const { field, names, styles } = page;
  const refuse = (argument: string, message: string, hint: string) =>
    report(directiveNode(node, 'paginate', argument), message, hint);
  const refuseName = (key: Name, message: string, hint: string) =>
    names.own.has(key) ? refuse('connection', message, 'Correct the name.') : refuse('styles', message, hint);
  const written = readDirective('paginate', node)!.styles ?? conventions.page.styles;
  if (written.length === 0 || written.length > styles.length) {
    refuse('styles', 'styles must name at least one style, and each only once.', 'Remove styles to offer all.');
  }
  const isNeeded: Partial<Record<Name, boolean>> = {
    first: true,
    after: styles.includes('CURSOR'),
    offset: styles.includes('OFFSET'),
    endCursor: styles.includes('CURSOR'),
  };
  for (const key of ARGUMENTS) {
    const argument = names[key];
    if (argument === undefined || page.argument(argument) || !(isNeeded[key] || names.own.has(key))) continue;
    const missing = page.field?.args.length ? NAME_SIZE : 'Add the argument to the schema.';
    const hint = key === 'first' ? missing : restrict('argument');
    refuseName(key, `"${name}" has no argument "${argument}", which @paginate needs.`, hint);
  }
  if (styles.includes('PAGE') && !styles.includes('OFFSET') && !page.byNumber && !page.argument(names.offset)) {
    const hint = 'Name its argument, as in connection: { page: "page" }, or remove PAGE.';
    refuse('styles', `PAGE of "${name}" needs offset or page.`, hint);
  }
  for (const argument of new Set(Object.values(passed))) {
    const passedArgument = node.arguments?.find((candidate) => candidate.name.value === argument);
    if (passedArgument)
      report(passedArgument, `@paginate sets the argument "${argument}" of "${name}" itself.`, `Remove "${argument}".`);
  }
  for (const key of FIELDS) {
    if (!field || !(isNeeded[key] || names.own.has(key))) continue;
    const found = page.isList ? { missing: names[key], type: field.type } : followFields(field.type, names[key]);
    if ('missing' in found) {
      const message = `${String(found.type)} has no field "${found.missing}", which @paginate needs.`;
      refuseName(key, message, restrict('field'));
    }
  }
  if (styles.includes('CURSOR')) checkCursor(page, refuse);
  const { defaultLimit, maxLimit } = limits;
  if (defaultLimit < 1 || defaultLimit > maxLimit) {
    refuse('default', `The default limit ${defaultLimit} is not between 1 and ${maxLimit}.`, 'Change default or max.');
  }
}

const NO_CURSORS = new Set(['Int', 'Float', 'Boolean']);

/** Refuses cursors that are numbers: clients get texts, and send them back. */
function checkCursor(
  { names, argument, find }: ResolvedPage,
  refuse: (argument: string, message: string, hint: string) => void,
): void {
  for (const [name, type] of [
    [names.endCursor, find(names.endCursor)?.type],
    [names.after, argument(names.after)?.type],
  ] as const) {
    const named = type && getNamedType(type);
    if (!isLeafType(named) || !NO_CURSORS.has(named.name)) continue;
    const message = `The cursor "${name}" is of the type ${named.name}; a cursor must be a String, an ID or a custom scalar.`;
    refuse('styles', message, 'Leave CURSOR out of styles:.');
  }
}

const NAME_SIZE =
  'Name the one for the size of a page, as in connection: { first: "limit" }. Without one, pass a variable, as in page: $page, instead of @paginate.';

function restrict(missing: 'argument' | 'field'): string {
  return `Remove the styles that need it, or add the ${missing} to the schema.`;
}

/** What is at the end of a dotted path of fields. */
interface FollowedFields {
  type: GraphQLOutputType;
  /** Whether anything on the path can be null. */
  nullable: boolean;
}

/** Follows a dotted path of fields from a type, through objects and off lists, to its end or to the first field that is missing. */
function followFields(
  from: GraphQLOutputType,
  path: string,
): FollowedFields | { missing: string; type: GraphQLOutputType } {
  let type = from;
  let nullable = false;
  for (const name of path.split('.')) {
    const object = getNullableType(type);
    const field = isObjectType(object) || isInterfaceType(object) ? object.getFields()[name] : undefined;
    if (!field) return { missing: name, type };
    type = field.type;
    nullable ||= !isNonNullType(type);
  }
  return { type, nullable };
}
