// The arguments of a mutation, with the variables that become its path and its body.
import { type GraphQLArgument, type GraphQLInputObjectType } from 'graphql';
import type { Method } from '../../../gateway/plan/EndpointPlan.ts';
import { type Inputs, type Skip, VariableCollector } from '../Draft.ts';
import { type Field, type InputValue, isRequired, usableInputs } from '../schema/fields.ts';
import { holdsUpload, innerInputs, inputObjectOf, isTextInput } from '../schema/inputKeys.ts';
import type { Target } from './findTarget.ts';

const MAX_FIELDS = 30;
const BODY = /^(?:input|data|object|values|payload|attributes|params|patch|_set|changes|body|record|dto|fields)$/;
/** Says which objects are meant; with all of its fields absent, it would be all of them. */
const CONDITION = /^(?:where|filter|condition)$/;
/** Beside an id: other keys of the same object. */
const OTHER_KEYS = /^(?:externalReference|slug|sku|token|identifier|uuid|nodeId|checkoutId)$/;
const IN_QUERY = 'cannot be written as a query parameter';

/** The arguments of a mutation: the fields of its input object become properties of the body. */
export function renderMutationArguments(
  field: Field,
  target: Target | undefined,
  method: Method,
): (Inputs & { body?: string }) | Skip {
  const collector = new VariableCollector();
  const args = usableInputs(field.args).filter((arg) => !isExtra(arg, field));
  const id = target && collector.add(target.input, { name: target.name, required: true });
  const isQuery = method === 'DELETE';
  const whole = isQuery ? undefined : findWhole(args, target);
  let body: string | undefined;
  const parts: string[] = [];
  for (const arg of args) {
    const value =
      arg === whole
        ? collector.add(arg, { required: true })
        : renderArgument(arg, args, { collector, target, id, isQuery });
    if (typeof value === 'object') return value;
    if (arg === whole) body = value!.slice(1);
    if (value !== undefined) parts.push(`${arg.name}: ${value}`);
  }
  return {
    arguments: parts,
    variables: collector.variables,
    files: collector.files,
    ...(body !== undefined && { body }),
  };
}

interface MutationContext {
  collector: VariableCollector;
  target: Target | undefined;
  /** The variable of the target. */
  id: string | undefined;
  /** Whether there is no body, so that all inputs are query parameters. */
  isQuery: boolean;
}

/** The value of an argument; undefined where it is not sent. */
function renderArgument(
  arg: GraphQLArgument,
  args: readonly GraphQLArgument[],
  context: MutationContext,
): string | Skip | undefined {
  const { collector, target, id, isQuery } = context;
  const refuse = (why: string) => (isRequired(arg) ? { reason: `Its argument ${arg.name} ${why}.` } : undefined);
  const object = inputObjectOf(arg);
  const isTarget = target?.argument === arg;
  if (target?.input === arg) return id;
  if (target?.input === target?.argument && target && !isRequired(arg) && OTHER_KEYS.test(arg.name)) return undefined;
  if (object && !isTarget && CONDITION.test(arg.name)) {
    if (!isQuery) return collector.add(arg, { required: true });
    return { reason: `Its argument ${arg.name} ${IN_QUERY}, and DELETE has no body.` };
  }
  if (object && !target && args.some(({ name }) => CONDITION.test(name)))
    return collector.add(arg, { name: arg.name.replace(/^_+/, '') });
  const fields = innerInputs(arg);
  // Where the object itself may be absent, its required fields could not be.
  const isOptional = !isAlwaysSent(arg, target) && fields.some(isRequired);
  // Beside other arguments, an object whose fields are all absent would be left out.
  const canBeEmptied = !target && args.length > 1 && !fields.some(isRequired);
  const isWhole = isOptional || (canBeEmptied && !isQuery);
  if (object && isOptional && isQuery) return undefined;
  const isSpread =
    BODY.test(arg.name) || isTarget || isQuery || args.filter((other) => inputObjectOf(other)).length === 1;
  if (object && !isWhole && !object.isOneOf && isSpread) {
    const text = renderObject(arg, object, { ...context, canBeEmptied });
    return text === '' ? (isRequired(arg) ? '{}' : undefined) : text;
  }
  if (isQuery && !isTextInput(arg)) return refuse(`${IN_QUERY}, and DELETE has no body`);
  return collector.add(arg);
}

/**
 * The input object that is the whole body, the other arguments being query parameters: one with many fields, and one beside
 * other arguments that would be left out with all of its fields.
 */
function findWhole(args: readonly GraphQLArgument[], target: Target | undefined): GraphQLArgument | undefined {
  const [only, second] = args.filter((arg) => inputObjectOf(arg));
  if (!only || second || target?.argument === only) return undefined;
  const others = args.filter((arg) => arg !== only && arg !== target?.argument);
  const fields = innerInputs(only);
  const canBeEmptied = !target && others.length > 0 && !fields.some(isRequired);
  return (fields.length > MAX_FIELDS || canBeEmptied) && others.every(isTextInput) ? only : undefined;
}

/** `{ name: $name, … }`; '' where nothing of it can be sent. */
function renderObject(
  argument: InputValue,
  type: GraphQLInputObjectType,
  context: MutationContext & { canBeEmptied: boolean },
): string | Skip {
  const { collector, target, id, isQuery, canBeEmptied } = context;
  const fields = innerInputs(argument);
  const sendable = fields.filter((field) => !holdsUpload(field));
  const first = canBeEmptied ? (sendable.find(({ name }) => name === 'name') ?? sendable[0]) : undefined;
  const isOptional = !isAlwaysSent(argument, target);
  const isTarget = target?.argument === argument;
  // Of a condition by a key, the other keys are no further ones.
  const isKeyOnly = isTarget && !BODY.test(argument.name);
  const hasOneObject = fields.filter((field) => inputObjectOf(field)).length === 1;
  const isRecord = (field: InputValue, inner: GraphQLInputObjectType) =>
    isRequired(field) &&
    hasOneObject &&
    fields.length <= (isTarget ? 3 : 2) &&
    (/patch$/i.test(field.name) || argument.name === 'input') &&
    !inner.isOneOf &&
    innerInputs(field).length <= MAX_FIELDS;
  const parts: string[] = [];
  for (const field of fields) {
    const inner = inputObjectOf(field);
    if (field === target?.input) {
      parts.push(`${field.name}: ${id}`);
    } else if (isQuery && !isTextInput(field)) {
      if (isRequired(field)) return { reason: `Its input field ${type.name}.${field.name} ${IN_QUERY}.` };
    } else if (!isRequired(field) && (isKeyOnly || field.name === target?.input.name)) {
      continue; // The id of the path is that of the object as well.
    } else if (inner && isRecord(field, inner)) {
      const text = renderObject(field, inner, { ...context, canBeEmptied: false });
      if (typeof text === 'object') return text;
      parts.push(`${field.name}: ${text === '' ? '{}' : text}`);
    } else {
      const required = (isRequired(field) && !isOptional) || field === first;
      parts.push(`${field.name}: ${collector.add(field, { required, owner: argument.name })}`);
    }
  }
  return parts.length === 0 ? '' : `{ ${parts.join(', ')} }`;
}

/** Whether an object is sent with each request: it has the id of the path, or all that a client sends. */
function isAlwaysSent(argument: InputValue, target: Target | undefined): boolean {
  return isRequired(argument) || target?.argument === argument || BODY.test(argument.name);
}

/** Further ways to change an object that Hasura offers beside `_set`, and what happens on a conflict. */
function isExtra(argument: GraphQLArgument, { args }: Field): boolean {
  if (isRequired(argument)) return false;
  if (argument.name === 'on_conflict') return true;
  return argument.name.startsWith('_') && argument.name !== '_set' && args.some(({ name }) => name === '_set');
}
