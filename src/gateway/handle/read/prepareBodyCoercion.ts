// The reading of bodies that are parsed.
import type { ProblemCollector } from '../../base/errors/ProblemCollector.ts';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import { type ParameterPlan, readDepth } from '../../plan/ParameterPlan.ts';
import type { TypeTable } from '../../plan/TypeTable.ts';
import { type Coerce, InputPath, type Variables } from '../../plan/values/coercion.ts';
import { type JsonReaders, type Property, isJsonObject } from '../../plan/values/jsonReaders.ts';

/** Adds what the parsed body sets to the variables; `body` is undefined if there was none. */
type ReadBody = (body: unknown, variables: Variables, problems: ProblemCollector) => void;

/** Prepares the reading of a parsed body: one variable is the whole of it, or each is a property. */
export function prepareBodyReader(parameters: readonly ParameterPlan[], json: JsonReaders): ReadBody {
  const whole = parameters.find(({ source }) => source === 'whole');
  return whole ? prepareWhole(whole, json) : prepareProperties(parameters, json);
}

function prepareWhole({ variable, type, constraints, required }: ParameterPlan, json: JsonReaders): ReadBody {
  const read = json.prepare(type, constraints);
  return (body, variables, problems) => {
    if (body !== undefined) variables[variable] = read(body, InputPath.body, problems);
    else if (required) problems.add(InputPath.body, 'is required', 'required');
  };
}

function prepareProperties(parameters: readonly ParameterPlan[], json: JsonReaders): ReadBody {
  const properties = parameters
    .filter(({ source }) => source === 'body')
    .map((parameter) => ({ parameter, path: parameter.name.split('.') }));
  const read = prepareObject(properties, 0, json);
  return (body, variables, problems) => {
    const value = read(body === undefined ? {} : body, InputPath.body, problems);
    if (problems.problems.length > 0) return;
    for (const { parameter, path } of properties) {
      const property = path.reduce<unknown>(
        (at, name) => (isJsonObject(at) && Object.hasOwn(at, name) ? at[name] : undefined),
        value,
      );
      if (property !== undefined) variables[parameter.variable] = property;
    }
  };
}

interface BodyProperty {
  parameter: ParameterPlan;
  /** The names that lead to it from the body. */
  path: readonly string[];
}

/** An object at a depth of the body: what has no more names is a parameter, anything else an object of its own. */
function prepareObject(properties: readonly BodyProperty[], depth: number, json: JsonReaders): Coerce<unknown> {
  const names = new Set(properties.map(({ path }) => path[depth]!));
  return json.prepareObject(
    [...names].map((name): Property => {
      const within = properties.filter(({ path }) => path[depth] === name);
      const leaf = within.find(({ path }) => path.length === depth + 1)?.parameter;
      const read = leaf ? json.prepare(leaf.type, leaf.constraints) : prepareObject(within, depth + 1, json);
      return { name, key: name, required: within.some(({ parameter }) => parameter.required), read };
    }),
  );
}

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
