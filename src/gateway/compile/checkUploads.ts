import type { EndpointDocument } from '../document/EndpointDocument.ts';
import type { ParameterPlan } from '../plan/ParameterPlan.ts';
import { typeName } from '../plan/typeNode.ts';
import type { CompileContext } from './CompileContext.ts';

const UPLOAD = 'Upload';

/**
 * Refuses an Upload that is neither the whole body nor in a form of several parts; returns whether there is any Upload. See the
 * GraphQL multipart request specification. A scalar of this name that the conventions declare is another one.
 */
export function checkUploads(
  { operation, lookup }: EndpointDocument,
  parameters: readonly ParameterPlan[],
  consumes: readonly string[],
  { schema, types, conventions, report }: CompileContext,
): boolean {
  if (!schema.getType(UPLOAD) || Object.hasOwn(conventions.scalars, UPLOAD)) return false;
  // Each type is visited once: filters refer to each other.
  const holds = (name: string, visited: Set<string>): boolean => {
    if (name === UPLOAD) return true;
    if (visited.has(name)) return false;
    visited.add(name);
    return (types.table.inputs[name]?.fields ?? []).some(({ type }) => holds(typeName(type), visited));
  };
  const found = parameters.filter(({ type }) => holds(typeName(type), new Set()));
  const isForm = consumes.some((type) => type.toLowerCase().startsWith('multipart/form-data'));
  const nodes = [operation, lookup].flatMap((each) => each?.variableDefinitions ?? []);
  for (const { source, type, variable } of found) {
    const isWhole = source === 'whole' && /^Upload!?$/.test(type);
    if (isWhole || (isForm && (source === 'body' || source === 'whole'))) continue;
    const node = nodes.find((each) => each.variable.name.value === variable);
    report(
      node,
      'Upload needs multipart/form-data.',
      'Add consumes: ["multipart/form-data"], or make it the whole body.',
    );
  }
  return found.length > 0;
}
