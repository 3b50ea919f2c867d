import type { ProblemCollector } from '../errors/ProblemCollector.ts';
import type { ParameterPlan } from '../plan/ParameterPlan.ts';
import type { Coerce } from './Coerce.ts';
import { type JsonCompiler, type Property, isJsonObject } from './compileJson.ts';
import { InputPath } from './InputPath.ts';
import type { Variables } from './Variables.ts';

/** Adds what the parsed JSON body sets to the variables; `body` is undefined if there was none. */
export type ReadBody = (body: unknown, variables: Variables, problems: ProblemCollector) => void;

/** Compiles the reading of a JSON body: one variable is the whole of it, or each is a property. */
export function compileBodyReader(parameters: readonly ParameterPlan[], json: JsonCompiler): ReadBody {
  const whole = parameters.find(({ source }) => source === 'whole');
  return whole ? compileWhole(whole, json) : compileProperties(parameters, json);
}

function compileWhole({ variable, type, constraints, required }: ParameterPlan, json: JsonCompiler): ReadBody {
  const read = json.compile(type, constraints);
  return (body, variables, problems) => {
    if (body !== undefined) variables[variable] = read(body, InputPath.body, problems);
    else if (required) problems.add(InputPath.body, 'is required', 'required');
  };
}

function compileProperties(parameters: readonly ParameterPlan[], json: JsonCompiler): ReadBody {
  const own = parameters.flatMap((parameter) =>
    parameter.source === 'body' ? [{ variable: parameter.variable, parameter, path: parameter.name.split('.') }] : [],
  );
  const read = compileTree(treeOf(own), json);
  return (body, variables, problems) => {
    const value = read(body === undefined ? {} : body, InputPath.body, problems);
    if (problems.problems.length > 0) return;
    for (const { variable, path } of own) {
      const given = path.reduce<unknown>(
        (at, name) => (isJsonObject(at) && Object.hasOwn(at, name) ? at[name] : undefined),
        value,
      );
      if (given !== undefined) variables[variable] = given;
    }
  };
}

/** A body by the dots of its properties' names: a leaf is a parameter, anything else an object of its own. */
type BodyTree = Map<string, BodyTree | ParameterPlan>;

function treeOf(properties: readonly { parameter: ParameterPlan; path: readonly string[] }[]): BodyTree {
  const tree: BodyTree = new Map();
  for (const { parameter, path } of properties) {
    let branch = tree;
    for (const name of path.slice(0, -1)) {
      const next = branch.get(name);
      if (next instanceof Map) branch = next;
      else branch.set(name, (branch = new Map()));
    }
    branch.set(path.at(-1)!, parameter);
  }
  return tree;
}

function compileTree(tree: BodyTree, json: JsonCompiler): Coerce<unknown> {
  return json.compileObject(
    [...tree].map(([name, node]): Property => {
      const read = node instanceof Map ? compileTree(node, json) : json.compile(node.type, node.constraints);
      return { name, key: name, required: isRequired(node), read };
    }),
  );
}

function isRequired(node: BodyTree | ParameterPlan): boolean {
  return node instanceof Map ? [...node.values()].some(isRequired) : node.required;
}
