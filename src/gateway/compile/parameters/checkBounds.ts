import { type ASTNode, type GraphQLNamedType, getNamedType, getNullableType, isListType, isScalarType } from 'graphql';
import type { Conventions } from '../../conventions/Conventions.ts';
import { directiveNode } from '../../document/directives.ts';
import { ProblemCollector } from '../../errors/ProblemCollector.ts';
import type { ParameterPlan } from '../../plan/ParameterPlan.ts';
import { type Coerce, InputPath } from '../../request/coercion.ts';
import { JsonCompiler } from '../../request/compileJson.ts';
import { type CompileContext, trackErrors } from '../CompileContext.ts';
import type { DeclaredParameter } from './checkParameters.ts';

/** Refuses bounds that do not fit the type or each other, and a default or an example that a client could not send. */
export function checkBounds(parameter: DeclaredParameter, outer: CompileContext): void {
  const context = trackErrors(outer);
  checkKinds(parameter, context);
  checkRanges(parameter, context);
  checkPattern(parameter, context);
  if (!context.hasErrors()) checkValues(parameter, context);
}

/** The bounds that a type can have. */
function boundsKind(type: GraphQLNamedType, { scalars }: Conventions): 'number' | 'text' | 'none' {
  if (!isScalarType(type) || type.name === 'Boolean') return 'none';
  if (type.name === 'Int' || type.name === 'Float') return 'number';
  if (type.name === 'String') return 'text';
  const json = scalars[type.name]?.type ?? 'string';
  if (json === 'string') return 'text';
  return json === 'integer' || json === 'number' ? 'number' : 'none';
}

function checkKinds({ node, type, plan }: DeclaredParameter, { conventions, report }: CompileContext): void {
  const { pattern, min, max, minLength, maxLength, minItems, maxItems } = plan.constraints;
  const named = getNamedType(type);
  const kind = boundsKind(named, conventions);
  const refuse = (message: string, hint: string) => report(directiveNode(node, 'param'), message, hint);
  if ((minItems ?? maxItems) !== undefined && !isListType(getNullableType(type))) {
    refuse(`minItems and maxItems are for lists, not for ${String(type)}.`, 'Remove them.');
  }
  if (plan.constraints.values) {
    if ((pattern ?? min ?? max ?? minLength ?? maxLength) === undefined) return;
    refuse('values lists all texts, so that no other bounds hold for them.', 'Remove the bounds, or values.');
    return;
  }
  if (kind !== 'text' && (minLength ?? maxLength ?? pattern) !== undefined) {
    const hint = kind === 'number' ? 'Use min and max.' : 'Remove them.';
    refuse(`minLength, maxLength and pattern are for text, not for ${named.name}.`, hint);
  }
  if (kind !== 'number' && (min ?? max) !== undefined) {
    const hint = kind === 'text' ? 'Use minLength and maxLength.' : 'Remove them.';
    refuse(`min and max are for numbers, not for ${named.name}.`, hint);
  }
}

function checkRanges({ node, plan: { constraints } }: DeclaredParameter, { report }: CompileContext): void {
  for (const [low, high] of [
    ['min', 'max'],
    ['minLength', 'maxLength'],
    ['minItems', 'maxItems'],
  ] as const) {
    const { [low]: lowest, [high]: highest } = constraints;
    if (lowest === undefined || highest === undefined || lowest <= highest) continue;
    report(directiveNode(node, 'param', low), `${low} is greater than ${high}.`, 'Swap them.');
  }
  for (const name of ['minLength', 'maxLength', 'minItems', 'maxItems'] as const) {
    const count = constraints[name];
    if (count === undefined || count >= 0) continue;
    report(directiveNode(node, 'param', name), `${name} is negative.`, 'Use 0 or more.');
  }
}

function checkPattern({ node, plan: { constraints } }: DeclaredParameter, { report }: CompileContext): void {
  const { pattern } = constraints;
  if (pattern === undefined) return;
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    const message = `pattern is not a regular expression: ${(error as Error).message}.`;
    report(directiveNode(node, 'param', 'pattern'), message, 'Write an ECMAScript regular expression.');
  }
}

function checkValues({ node, plan }: DeclaredParameter, context: CompileContext): void {
  const { name, example, nullAs, wireDefault } = plan;
  const values: [kind: string, value: unknown, at: ASTNode][] = [
    ['default', wireDefault, node.defaultValue ?? node],
    ['example', example === nullAs ? undefined : example, directiveNode(node, 'param', 'example')],
  ];
  for (const [kind, value, at] of values) {
    if (value === undefined) continue;
    const collector = new ProblemCollector();
    readerOf(plan, context)(value, InputPath.of(name), collector);
    for (const { field, message } of collector.problems) {
      context.report(at, `The ${kind} of ${field} is not valid: it ${message}.`, `Change the ${kind}, or the bounds.`);
    }
  }
}

function readerOf(
  { type, constraints }: ParameterPlan,
  { schema, conventions, types }: CompileContext,
): Coerce<unknown> {
  const scalar = (name: string) => {
    const named = schema.getType(name);
    return isScalarType(named) ? named : undefined;
  };
  return new JsonCompiler({ conventions, types: types.table, scalar }).compile(type, constraints);
}
