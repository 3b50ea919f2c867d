import { type GraphQLField, getNamedType, isInterfaceType, isObjectType } from 'graphql';
import { directiveNode } from '../document/directiveNode.ts';
import type { PageLimits } from '../plan/PagePlan.ts';
import type { CompileContext } from './CompileContext.ts';
import type { PagedField } from './compileShape.ts';

/** Refuses a connection without the arguments and fields that the offered styles need, and limits that exclude each other. */
export function checkConnection(
  { node }: PagedField,
  field: GraphQLField<unknown, unknown> | undefined,
  { styles, defaultLimit, maxLimit }: PageLimits,
  { conventions: { connection }, report }: CompileContext,
): void {
  const name = node.name.value;
  const fields = fieldsOf(field);
  const byCursor = styles.includes('CURSOR');
  const byOffset = styles.some((style) => style !== 'CURSOR');
  const refuse = (argument: string, message: string, hint: string) =>
    report(directiveNode(node, 'paginate', argument), message, hint);
  for (const argument of [
    connection.first,
    ...(byCursor ? [connection.after] : []),
    ...(byOffset ? [connection.offset] : []),
  ]) {
    if (!field?.args.some((each) => each.name === argument)) {
      refuse(
        'styles',
        `"${name}" has no argument "${argument}", which @paginate needs.`,
        argument === connection.first ? 'Add the argument to the schema.' : restrict('argument'),
      );
    }
    const given = node.arguments?.find((each) => each.name.value === argument);
    if (given) report(given, `@paginate sets the argument "${argument}" of "${name}" itself.`, `Remove "${argument}".`);
  }
  for (const each of [...(byCursor ? [connection.pageInfo] : []), ...(byOffset ? [connection.totalCount] : [])]) {
    if (fields[each]) continue;
    const message = `${String(field?.type)} has no field "${each}", which @paginate needs.`;
    refuse('styles', message, restrict('field'));
  }
  if (defaultLimit < 1 || defaultLimit > maxLimit) {
    refuse('default', `The default limit ${defaultLimit} is not between 1 and ${maxLimit}.`, 'Change default or max.');
  }
}

function restrict(missing: 'argument' | 'field'): string {
  return `Remove the styles that need it, or add the ${missing} to the schema.`;
}

function fieldsOf(field: GraphQLField<unknown, unknown> | undefined): Readonly<Record<string, unknown>> {
  const type = field && getNamedType(field.type);
  return isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
}
