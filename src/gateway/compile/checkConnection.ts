import { getNamedType, isLeafType } from 'graphql';
import type { ConnectionNames } from '../conventions/Conventions.ts';
import { directiveNode } from '../document/directiveNode.ts';
import type { PageArguments, PageLimits } from '../plan/PagePlan.ts';
import type { CompileContext } from './CompileContext.ts';
import type { PagedField } from './ShapeContext.ts';
import { followFields } from './followFields.ts';
import type { ResolvedPage } from './resolvePage.ts';

const ARGUMENTS = ['first', 'after', 'last', 'before', 'offset', 'page'] as const;
const FIELDS = ['endCursor', 'startCursor', 'hasNextPage', 'hasPreviousPage', 'totalCount'] as const;
type Name = keyof ConnectionNames;

/**
 * Refuses a list without the arguments and fields that the offered styles need, or that `@paginate` names itself, and limits
 * that exclude each other. `passed` are the arguments that pages pass.
 */
export function checkConnection(
  { node }: PagedField,
  page: ResolvedPage,
  { passed, limits }: { passed: PageArguments; limits: PageLimits },
  { report }: CompileContext,
): void {
  const name = node.name.value;
  const { field, names, styles } = page;
  const refuse = (argument: string, message: string, hint: string) =>
    report(directiveNode(node, 'paginate', argument), message, hint);
  const refuseName = (key: Name, message: string, hint: string) =>
    names.own.has(key) ? refuse('connection', message, 'Correct the name.') : refuse('styles', message, hint);
  const has = (argument: string | undefined) => field?.args.some((each) => each.name === argument) ?? false;

  const isNeeded: Partial<Record<Name, boolean>> = {
    first: true,
    after: styles.includes('CURSOR'),
    offset: styles.includes('OFFSET'),
    endCursor: styles.includes('CURSOR'),
  };
  for (const key of ARGUMENTS) {
    const argument = names[key];
    if (argument === undefined || has(argument) || !(isNeeded[key] || names.own.has(key))) continue;
    const hint = key === 'first' ? 'Add the argument to the schema.' : restrict('argument');
    refuseName(key, `"${name}" has no argument "${argument}", which @paginate needs.`, hint);
  }
  if (styles.includes('PAGE') && !styles.includes('OFFSET') && !page.byNumber && !has(names.offset)) {
    refuse('styles', `PAGE of "${name}" needs offset or page.`, 'Name its argument in connection:, or remove PAGE.');
  }
  for (const argument of new Set(Object.values(passed))) {
    const given = node.arguments?.find((each) => each.name.value === argument);
    if (given) report(given, `@paginate sets the argument "${argument}" of "${name}" itself.`, `Remove "${argument}".`);
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
  { field, names, find }: ResolvedPage,
  refuse: (argument: string, message: string, hint: string) => void,
): void {
  const argument = field?.args.find((each) => each.name === names.after);
  for (const [name, type] of [
    [names.endCursor, find(names.endCursor)?.type],
    [names.after, argument?.type],
  ] as const) {
    const named = type && getNamedType(type);
    if (!isLeafType(named) || !NO_CURSORS.has(named.name)) continue;
    const message = `The cursor "${name}" is of the type ${named.name}; a cursor must be a String, an ID or a custom scalar.`;
    refuse('styles', message, 'Leave CURSOR out of styles:.');
  }
}

function restrict(missing: 'argument' | 'field'): string {
  return `Remove the styles that need it, or add the ${missing} to the schema.`;
}
