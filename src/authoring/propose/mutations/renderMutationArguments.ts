import { type GraphQLArgument, type GraphQLInputField, type GraphQLInputObjectType, getNamedType } from 'graphql';
import type { Method } from '../../../gateway/plan/EndpointPlan.ts';
import type { Inputs, Skip } from '../Draft.ts';
import { VariableCollector } from '../VariableCollector.ts';
import { singularOf } from '../naming/inflection.ts';
import { type Field, isRequired, usableInputs } from '../schema/fields.ts';
import { holdsUpload, inputObjectOf, isTextInput } from '../schema/inputKeys.ts';
import type { Target } from './findTarget.ts';

const MAX_FIELDS = 30;
const BODY = /^(?:input|data|object|values|payload|attributes|params|patch|_set|changes|body|record|dto|fields)$/;
/** Says which objects are meant; with all of its fields absent, it would be all of them. */
const CONDITION = /^(?:where|filter|condition)$/;
/** Beside an id: other keys of the same object. */
const OTHER_KEYS = /^(?:externalReference|slug|sku|token|identifier|uuid|nodeId|checkoutId)$/;

type Input = GraphQLArgument | GraphQLInputField;

/** The arguments of a mutation: the fields of its input object become properties of the body. */
export function renderMutationArguments(
  field: Field,
  target: Target | undefined,
  method: Method,
): (Inputs & { body?: string }) | Skip {
  const collector = new VariableCollector();
  const args = usableInputs(field.args).filter((each) => !isExtra(each, field));
  const id = target && collector.add(target.input, { name: target.name, required: true });
  const objects = args.filter((each) => inputObjectOf(each));
  const isQuery = method === 'DELETE';
  const whole = isQuery ? undefined : findWhole(args, target);
  let body: string | undefined;
  const parts: string[] = [];
  for (const each of args) {
    if (target?.input === each) {
      parts.push(`${each.name}: ${id}`);
      continue;
    }
    if (target?.input === target?.argument && target && !isRequired(each) && OTHER_KEYS.test(each.name)) continue;
    if (holdsUpload(each) && !inputObjectOf(each)) {
      const verb = getNamedType(each.type).name === 'Upload' ? 'is' : 'has';
      if (isRequired(each)) {
        return { reason: `Its argument ${each.name} ${verb} a file, and uploads are not executed yet.` };
      }
      continue;
    }
    if (each === whole) {
      const variable = collector.add(each, { required: true });
      body = variable.slice(1);
      parts.push(`${each.name}: ${variable}`);
      continue;
    }
    if (CONDITION.test(each.name) && inputObjectOf(each) && target?.argument !== each) {
      if (isQuery)
        return { reason: `Its argument ${each.name} cannot be written as a query parameter, and DELETE has no body.` };
      parts.push(`${each.name}: ${collector.add(each, { required: true })}`);
      continue;
    }
    if (inputObjectOf(each) && args.some(({ name }) => CONDITION.test(name)) && !target && !holdsUpload(each)) {
      parts.push(`${each.name}: ${collector.add(each, { name: each.name.replace(/^_+/, '') })}`);
      continue;
    }
    const object = inputObjectOf(each);
    const fields = usableInputs(Object.values(object?.getFields() ?? {}));
    const canBeEmptied = object !== undefined && !target && args.length > 1 && !fields.some(isRequired);
    // Where the object itself may be absent, its required fields could not be.
    const isOptional = object !== undefined && !isAlwaysSent(each, target) && fields.some(isRequired);
    const isWhole = isOptional || (canBeEmptied && !isQuery && !holdsUpload(each) && nameOf(fields) === undefined);
    if (isWhole && isQuery) continue;
    if (
      object &&
      !isWhole &&
      !object.isOneOf &&
      (BODY.test(each.name) || objects.length === 1 || target?.argument === each || isQuery)
    ) {
      const rendered = renderObject(each, object, { collector, target, id, isQuery, canBeEmptied });
      if (typeof rendered === 'object') return rendered;
      if (rendered !== '') parts.push(`${each.name}: ${rendered}`);
      else if (isRequired(each)) parts.push(`${each.name}: {}`);
      continue;
    }
    if (isQuery && !isTextInput(each)) {
      if (isRequired(each))
        return { reason: `Its argument ${each.name} cannot be written as a query parameter, and DELETE has no body.` };
      continue;
    }
    if (holdsUpload(each)) {
      if (isRequired(each))
        return { reason: `Its argument ${each.name} has a file, and uploads are not executed yet.` };
      continue;
    }
    parts.push(`${each.name}: ${collector.add(each, { name: singularIds(each.name) })}`);
  }
  return { arguments: parts, variables: collector.variables, ...(body !== undefined && { body }) };
}

/**
 * The input object that is the whole body, the other arguments being query parameters: one with many fields, and one beside
 * other arguments that would be left out with all of its fields.
 */
function findWhole(args: readonly GraphQLArgument[], target: Target | undefined): GraphQLArgument | undefined {
  const [only, second] = args.filter((each) => inputObjectOf(each));
  if (!only || second || target?.argument === only || holdsUpload(only)) return undefined;
  const others = args.filter((each) => each !== only && each !== target?.argument);
  const fields = usableInputs(Object.values(inputObjectOf(only)!.getFields()));
  const canBeEmptied = !target && others.length > 0 && !fields.some(isRequired);
  return (fields.length > MAX_FIELDS || canBeEmptied) && others.every(isTextInput) ? only : undefined;
}

interface ObjectContext {
  collector: VariableCollector;
  target: Target | undefined;
  id: string | undefined;
  isQuery: boolean;
  /** Whether the object would be left out with all of its fields. */
  canBeEmptied: boolean;
}

/** `{ name: $name, … }`; '' where nothing of it can be sent. */
function renderObject(
  argument: Input,
  type: GraphQLInputObjectType,
  { collector, target, id, isQuery, canBeEmptied }: ObjectContext,
): string | Skip {
  const fields = usableInputs(Object.values(type.getFields()));
  const isOptional = !isAlwaysSent(argument, target);
  const objects = fields.filter((each) => inputObjectOf(each));
  // Beside other arguments, an object whose fields are all absent would be left out.
  const named = canBeEmptied ? (nameOf(fields) ?? fields.find((each) => !holdsUpload(each))?.name) : undefined;
  const parts: string[] = [];
  for (const each of fields) {
    if (each === target?.input) {
      parts.push(`${each.name}: ${id}`);
      continue;
    }
    // Of a condition by a key, the other keys are no further ones.
    const isKeyOnly = target?.argument === argument && !BODY.test(argument.name);
    if (isKeyOnly && !isRequired(each)) continue;
    if (holdsUpload(each) || (isQuery && !isTextInput(each))) {
      if (!isRequired(each)) continue;
      const why = isQuery ? 'cannot be written as a query parameter' : 'has a file, and uploads are not executed yet';
      return { reason: `Its input field ${type.name}.${each.name} ${why}.` };
    }
    // The id of the path is that of the object as well.
    if (target && each.name === target.input.name && !isRequired(each)) continue;
    const inner = inputObjectOf(each);
    const isPatch = /patch$/i.test(each.name) || argument.name === 'input';
    const isRecord =
      inner &&
      isPatch &&
      objects.length === 1 &&
      fields.length <= 2 + (target?.argument === argument ? 1 : 0) &&
      isRequired(each);
    if (inner && isRecord && !inner.isOneOf && usableInputs(Object.values(inner.getFields())).length <= MAX_FIELDS) {
      const nested = renderObject(each, inner, { collector, target, id, isQuery, canBeEmptied: false });
      if (typeof nested === 'object') return nested;
      parts.push(`${each.name}: ${nested === '' ? '{}' : nested}`);
      continue;
    }
    const required = (isRequired(each) && !isOptional) || each.name === named;
    parts.push(`${each.name}: ${collector.add(each, { required, owner: argument.name })}`);
  }
  return parts.length === 0 ? '' : `{ ${parts.join(', ')} }`;
}

/** Whether an object is sent with each request: it has the id of the path, or all that a client sends. */
function isAlwaysSent(argument: Input, target: Target | undefined): boolean {
  return isRequired(argument) || target?.argument === argument || BODY.test(argument.name);
}

/** The name of a list of ids: lineIds for linesIds. */
function singularIds(name: string): string {
  const [, plural] = /^([a-z]+)Ids$/.exec(name) ?? [];
  return plural === undefined ? name : `${singularOf(plural)}Ids`;
}

/** The field that every object of a kind has. */
function nameOf(fields: readonly Input[]): string | undefined {
  return fields.find((each) => /^(?:name|title|label|email)$/.test(each.name) && !holdsUpload(each))?.name;
}

/** Further ways to change an object that Hasura offers beside `_set`, and what happens on a conflict. */
function isExtra(argument: GraphQLArgument, { args }: Field): boolean {
  if (isRequired(argument)) return false;
  if (argument.name === 'on_conflict') return true;
  return argument.name.startsWith('_') && argument.name !== '_set' && args.some(({ name }) => name === '_set');
}
