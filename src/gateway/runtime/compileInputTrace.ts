import type { Problem } from '../errors/ServiceError.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import type { ParameterPlan } from '../plan/ParameterPlan.ts';
import type { TypeTable } from '../plan/TypeTable.ts';
import { typeName } from '../plan/typeNode.ts';
import { jsonPointer } from '../protocol/jsonPointer.ts';

/** The place of an input in a request. */
export type InputPlace = Pick<Problem, 'field' | 'source'>;

/** The place of the input that a path of argument and input fields leads to; undefined for a path that is no input. */
export type TraceInput = (steps: readonly string[]) => InputPlace | undefined;

/**
 * Compiles the way from the paths of an upstream to the names of clients, by the variables in the arguments of an operation:
 * `input.productType` is `product_type`. A path may leave out the argument. What has several variables in it is the input
 * as a whole.
 */
export function compileInputTrace({ parameters, result }: EndpointPlan, types: TypeTable): TraceInput {
  const inputs = (result.tracedInputs ?? []).flatMap(({ path, variable }) => {
    const parameter = parameters.find((each) => each.variable === variable);
    return parameter ? [{ path, parameter }] : [];
  });
  return (steps) => {
    const exact = inputs.find(({ path }) => isPrefix(path, steps));
    if (exact) return placeOf(exact.parameter, steps.slice(exact.path.length), types);
    if (inputs.some(({ path }) => isPrefix(steps, path))) return { field: '' };
    const within = inputs.find(({ path, parameter }) =>
      path.length > 1 ? isPrefix(path.slice(1), steps) : hasField(parameter, steps, types),
    );
    return within && placeOf(within.parameter, steps.slice(within.path.length - 1), types);
  };
}

function isPrefix(prefix: readonly string[], steps: readonly string[]): boolean {
  return prefix.length <= steps.length && prefix.every((step, index) => step === steps[index]);
}

function hasField({ type }: ParameterPlan, steps: readonly string[], { inputs }: TypeTable): boolean {
  return inputs[typeName(type)]?.fields.some(({ name }) => name === steps.find((step) => !isIndex(step))) ?? false;
}

/** The place of a value in a parameter, `steps` being input fields and indexes of its type. What is no input has no source. */
function placeOf({ name, source, type }: ParameterPlan, steps: readonly string[], { inputs }: TypeTable): InputPlace {
  let at = typeName(type);
  let isInput = true;
  const below = steps.map((step) => {
    const object = isIndex(step) ? undefined : inputs[at];
    if (!object) return step;
    const field = object.fields.find((each) => each.name === step);
    at = field ? typeName(field.type) : '';
    isInput &&= field !== undefined;
    return field?.wireName ?? step;
  });
  const inBody = source === 'body' || source === 'whole';
  const path = [...(source === 'whole' ? [] : inBody ? name.split('.') : [name]), ...below];
  const field = path.join('.') || 'body';
  if (!isInput) return { field };
  if (inBody) return { field, source: { pointer: jsonPointer(path) } };
  return { field, source: source === 'header' ? { header: name } : { parameter: name } };
}

function isIndex(step: string): boolean {
  return /^\d+$/.test(step);
}
