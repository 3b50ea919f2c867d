import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import { readDepth } from '../plan/readDepth.ts';
import type { TypeTable } from '../plan/TypeTable.ts';
import type { ReadBody } from './compileBodyReader.ts';
import { isJsonObject } from './compileJson.ts';

/** A property that is ignored, and how many of the steps to it are objects that the endpoint reads. */
interface IgnoredProperty {
  steps: readonly string[];
  depth: number;
}

/** The reading of a body without the properties that are ignored; dots descend, in the items of a list as well. */
export function withoutIgnored({ ignored, parameters }: EndpointPlan, types: TypeTable, read: ReadBody): ReadBody {
  const properties = (ignored?.body ?? []).map((name): IgnoredProperty => {
    const steps = name.split('.');
    return { steps, depth: readDepth(steps, parameters, types) };
  });
  if (properties.length === 0) return read;
  return (body, variables, problems) => {
    read(
      properties.reduce((rest, property) => remove(rest, property, 0), body),
      variables,
      problems,
    );
  };
}

/** The value without the property; an object that has nothing else and is not read goes with it. */
function remove(value: unknown, property: IgnoredProperty, at: number): unknown {
  if (Array.isArray(value)) return value.map((item) => removeFrom(item, property, at));
  return removeFrom(value, property, at);
}

function removeFrom(value: unknown, property: IgnoredProperty, at: number): unknown {
  const name = property.steps[at]!;
  if (!isJsonObject(value) || !Object.hasOwn(value, name)) return value;
  const { [name]: child, ...rest } = value;
  if (at === property.steps.length - 1) return rest;
  const left = remove(child, property, at + 1);
  const isEmpty = at >= property.depth && isJsonObject(left) && Object.keys(left).length === 0;
  return isEmpty ? rest : { ...rest, [name]: left };
}
