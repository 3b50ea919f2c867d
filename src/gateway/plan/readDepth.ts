import type { ParameterPlan } from './ParameterPlan.ts';
import type { TypeTable } from './TypeTable.ts';
import { typeName } from './typeNode.ts';

/**
 * How many steps of a path into the body an endpoint reads: all of them where the path leads to a property that is a
 * parameter, to one of an input object, or to an object that has such a property.
 */
export function readDepth(path: readonly string[], parameters: readonly ParameterPlan[], types: TypeTable): number {
  const depths = parameters.flatMap((parameter) => {
    const { name, source, type, constraints } = parameter;
    if (source !== 'body' && source !== 'whole') return [];
    const own = source === 'whole' ? [] : name.split('.');
    const shared = commonSteps(own, path);
    if (shared < own.length || constraints.values) return [shared];
    return [shared + fieldSteps(path.slice(shared), type, types)];
  });
  return Math.max(0, ...depths);
}

function commonSteps(one: readonly string[], other: readonly string[]): number {
  const index = one.findIndex((step, at) => step !== other[at]);
  return index < 0 ? one.length : index;
}

function fieldSteps([name, ...rest]: readonly string[], type: string, types: TypeTable): number {
  const object = types.inputs[typeName(type)];
  const field = object?.fields.find(({ wireName }) => wireName === name);
  return field ? 1 + fieldSteps(rest, field.type, types) : 0;
}
