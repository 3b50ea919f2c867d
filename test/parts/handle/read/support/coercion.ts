import type { GraphQLScalarType } from 'graphql';
import type { Conventions } from '../../../../../src/gateway/plan/conventions/Conventions.ts';
import { DEFAULT_CONVENTIONS } from '../../../../../src/gateway/plan/conventions/defaultConventions.ts';
import { ProblemCollector } from '../../../../../src/gateway/base/errors/ProblemCollector.ts';
import type { ParameterPlan } from '../../../../../src/gateway/plan/ParameterPlan.ts';
import type { InputFieldPlan, InputObjectPlan } from '../../../../../src/gateway/plan/TypeTable.ts';
import type { CoercionContext } from '../../../../../src/gateway/plan/values/coercion.ts';

interface Types {
  /** Wire values by the values of the schema. */
  enums?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  inputs?: Readonly<Record<string, InputObjectPlan>>;
  conventions?: Partial<Conventions>;
  scalars?: readonly GraphQLScalarType[];
}

/** A context of these types under the default conventions. */
export function contextOf({ enums = {}, inputs = {}, conventions = {}, scalars = [] }: Types = {}): CoercionContext {
  return {
    types: { enums: Object.fromEntries(Object.entries(enums).map(([name, values]) => [name, { values }])), inputs },
    conventions: { ...DEFAULT_CONVENTIONS, ...conventions },
    scalar: (name) => scalars.find((each) => each.name === name),
    digits: 'process',
  };
}

/** The problems as sentences: `x must be …`. */
export function sentences({ problems }: ProblemCollector): string[] {
  return problems.map((problem) => `${problem.field} ${problem.message}`);
}

/** A parameter of the query whose variable has its name, unless `rest` says otherwise. */
export function parameter(name: string, type: string, rest: Partial<ParameterPlan> = {}): ParameterPlan {
  return { name, variable: name, source: 'query', type, required: type.endsWith('!'), constraints: {}, ...rest };
}

/** A field of an input object whose wire name is its own, unless `rest` says otherwise. */
export function field(name: string, type: string, rest: Partial<InputFieldPlan> = {}): InputFieldPlan {
  return { name, wireName: name, type, required: type.endsWith('!'), ...rest };
}
