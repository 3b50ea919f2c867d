import { type FieldNode, type GraphQLField, getNamedType, isInterfaceType, isObjectType } from 'graphql';
import type { Report } from '../errors/Diagnostic.ts';
import type { ConnectionNames } from '../conventions/Conventions.ts';
import type { PageStyle } from '../document/directives.ts';
import type { PageLimits } from '../request/readPage.ts';

/** Refuses a connection that cannot be paged in the styles that are offered. */
export function checkConnection(
  node: FieldNode,
  field: GraphQLField<unknown, unknown> | undefined,
  styles: readonly PageStyle[],
  { defaultLimit, maxLimit }: PageLimits,
  names: ConnectionNames,
  report: Report,
): void {
  const refuse = (message: string, hint: string) => report(node, message, hint);
  const type = field && getNamedType(field.type);
  const fields = type && (isObjectType(type) || isInterfaceType(type)) ? type.getFields() : {};
  const byCursor = styles.includes('CURSOR');
  const byCount = styles.some((style) => style !== 'CURSOR');
  for (const name of [names.first, ...(byCursor ? [names.after] : []), ...(byCount ? [names.offset] : [])]) {
    if (!field?.args.some((each) => each.name === name)) {
      refuse(`@paginate needs the argument "${name}" of "${node.name.value}".`, 'Narrow styles:, or add the argument.');
    }
    if (node.arguments?.some((each) => each.name.value === name)) {
      refuse(`@paginate sets "${name}" of "${node.name.value}" itself.`, `Leave "${name}" out.`);
    }
  }
  for (const name of [...(byCursor ? [names.pageInfo] : []), ...(byCount ? [names.totalCount] : [])]) {
    if (!fields[name]) refuse(`@paginate needs the field "${name}" of ${String(field?.type)}.`, 'Narrow styles:.');
  }
  if (styles.length === 0 || new Set(styles).size < styles.length) {
    refuse('styles: names each style once, and at least one.', 'Leave it out for all.');
  }
  if (defaultLimit < 1 || defaultLimit > maxLimit) {
    refuse(`The default of ${defaultLimit} is not from 1 to ${maxLimit}.`, 'Change default: or max:.');
  }
}
