// What can go wrong with a mutation and nobody notices: absent parameters can empty its filter, and its result can tell that it
// failed. That tells it by errors as data, as in a list `errors`, a Boolean `success`, or a union of an object and its errors. A
// mutation that leaves all of it out has the status of a success where it failed.
import {
  type ArgumentNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';
import type { EndpointDocument } from '../document/Version.ts';
import type { AssembledDocument } from '../document/assembleDocument.ts';
import { hasDirective } from '../document/directives.ts';
import { listValues } from '../../base/errors/nearNames.ts';
import { isEmptied, optionalVariables } from '../../execute/pruneOperation.ts';
import type { LookupPlan, Method } from '../../plan/EndpointPlan.ts';
import type { ParameterPlan } from '../../plan/ParameterPlan.ts';
import type { CompileContext } from '../CompileContext.ts';
import {
  type SelectionContext,
  fieldDefinition,
  fieldsIn,
  fragmentOf,
  fragmentType,
  possibleTypes,
} from '../response/collectFields.ts';
import { variablesIn } from './documentVariables.ts';

/**
 * Reports filters of a mutation that absent parameters can empty, so that it holds for everything: an error for DELETE, else a
 * warning. An argument with a variable of the path or of the lookup, beside the filter, limits the mutation to one resource.
 */
export function checkEmptied(
  { document, operation, fragments }: AssembledDocument,
  { parameters, lookup, method }: { parameters: readonly ParameterPlan[]; lookup?: LookupPlan; method: Method },
  { report, warn }: Pick<CompileContext, 'report' | 'warn'>,
): void {
  if (operation.operation !== OperationTypeNode.MUTATION) return;
  const optional = optionalVariables(document);
  const isOptional = (variable: string) => optional.has(variable);
  const limiting = new Set([
    ...parameters.flatMap(({ source, variable }) => (source === 'path' ? [variable] : [])),
    ...(lookup?.exports.map(({ variable }) => variable) ?? []),
  ]);
  for (const { name, arguments: all = [] } of fieldsIn(operation.selectionSet, fragments)) {
    if (variablesIn(all).some((variable) => limiting.has(variable))) continue;
    const emptied = all.filter(({ value }) => isEmptied(value, isOptional));
    const objects = emptied.filter(({ value }) => value.kind !== Kind.VARIABLE);
    const [first] = objects;
    if (first && (method === 'DELETE' || all.length > 1)) {
      (method === 'DELETE' ? report : warn)(first, messageOf(name.value, objects), FILTER_HINT);
    } else if (method === 'DELETE' && all.length > 0 && emptied.length === all.length) {
      warn(all[0]!, messageOf(name.value, all), 'Make one of them required.');
    }
  }
}

const FILTER_HINT = 'Make a variable in it required.';

function messageOf(field: string, emptied: readonly ArgumentNode[]): string {
  const names = listValues(emptied.map(({ name }) => name.value));
  return `Absent parameters can empty ${names} of ${field}, which then holds for everything.`;
}

type Field = GraphQLField<unknown, unknown>;

const ERRORS = /^(?:errors?|\w+(?<!Or)Errors?)$/;
const SUCCESS = /^(?:success|successful|succeeded|ok)$/;
const ERROR_NAME = /(?:(?<!Or)Errors?|Failure|Problem|Exception|Fault|NotFound)$|^Invalid(?=[A-Z])/;
/** Objects in a payload that are its result, and have no name of their own. */
const RESULT_NAME = /(?:Payload|Response|Result|Output|Return|Success|OrErrors?)$/;
const MAX_LEVELS = 3;

/** Whether a field of a payload has the errors of the operation. */
export function isErrors(field: Field): boolean {
  if (!ERRORS.test(field.name)) return false;
  const type = getNamedType(field.type);
  return isLeafType(type) ? type.name === 'String' : isErrorType(type) || /error/i.test(type.name);
}

/** Whether a field of a payload is a Boolean that is false where the operation failed. */
export function isSuccess({ name, type }: Field): boolean {
  return SUCCESS.test(name) && getNullableType(type).toString() === 'Boolean';
}

/** Whether a type is an error, which is returned as data: by its name, by its message, or because it has nothing but errors. */
export function isErrorType(type: GraphQLNamedType): boolean {
  if (isUnionType(type)) return ERROR_NAME.test(type.name);
  if (!isObjectType(type) && !isInterfaceType(type)) return false;
  const fields = Object.values(type.getFields());
  const message = fields.find(({ name }) => name === 'message');
  // An error has its message, if its type has one.
  if (message && (!isLeafType(getNamedType(message.type)) || message.args.some(isRequiredArgument))) return false;
  if (ERROR_NAME.test(type.name)) return true;
  const isObject = RESULT_NAME.test(type.name) || fields.some(({ name }) => name === 'id');
  return !isObject && message !== undefined && fields.length <= 4;
}

/** The members of a result that are errors: `Failure` of `union UserOrError = User | Failure`. */
export function errorMembers(type: GraphQLNamedType, schema: GraphQLSchema): readonly GraphQLObjectType[] {
  if (!isAbstractType(type) || isErrorType(type)) return [];
  if (isInterfaceType(type) && 'id' in type.getFields()) return [];
  const members = schema.getPossibleTypes(type);
  const errors = members.filter((member) => isErrorType(member) || hasOnlyErrors(member));
  return errors.length < members.length ? errors : [];
}

function hasOnlyErrors(type: GraphQLObjectType): boolean {
  const objects = Object.values(type.getFields()).filter((field) => !isLeafType(getNamedType(field.type)));
  return objects.length > 0 && objects.every((field) => isErrorType(getNamedType(field.type)));
}

/**
 * Warns of a mutation that leaves out what tells its failure. A field that is selected is enough, with or without `@error`, unless
 * the response has no body.
 */
export function checkFailures(
  { endpoint, statuses }: Pick<EndpointDocument, 'endpoint'> & { statuses: readonly number[] },
  { operation, fragments }: AssembledDocument,
  { schema, warn }: Pick<CompileContext, 'schema' | 'warn'>,
): void {
  const mutation = schema.getMutationType();
  if (operation.operation !== OperationTypeNode.MUTATION || !mutation) return;
  const isBodyless = statuses.every((status) => status === 204);
  for (const node of fieldsIn(operation.selectionSet, fragments)) {
    const field = fieldDefinition(node, mutation);
    if (!field || hasDirective(node, 'error')) continue;
    const isBoolean = isBodyless && getNullableType(field.type).toString() === 'Boolean';
    const failures = isBoolean ? [{ key: '', hint: 'Write @error on it.' }] : failuresOf(field, schema);
    const read = node.selectionSet ? readKeys(node.selectionSet, field.type, { schema, fragments, isBodyless }) : [];
    if (failures.length === 0 || failures.some(({ key }) => read.includes(key))) continue;
    const message = `Nothing in the response tells whether ${field.name} failed: a failure is ${endpoint.status}.`;
    warn(node, message, failures[0]!.hint);
  }
}

/** What tells the failure of a result: a field, or a type. */
interface Failure {
  /** `CreateUserPayload.errors`, or the name of the type. */
  key: string;
  hint: string;
}

/** Whether a field of a payload is its result: an object or errors, as in `userOrError`, or an object around both. */
export function isResult(field: Field, schema: GraphQLSchema): boolean {
  return resultFailures(field, schema).length > 0;
}

function failuresOf({ type: result }: Field, schema: GraphQLSchema, level = 1): Failure[] {
  const type = getNamedType(result);
  const isList = isListType(getNullableType(result));
  const errors = errorMembers(type, schema);
  if (errors.length > 0) {
    // @error is not for the items of a list.
    const marker = isList ? '' : ' @error(status: 422)';
    return errors.map(({ name }) => ({ key: name, hint: `Select "... on ${name}${marker}" in it.` }));
  }
  if (!isObjectType(type) || isList || 'id' in type.getFields()) return [];
  return Object.values(type.getFields()).flatMap((field) => {
    if (field.deprecationReason != null || field.args.some(isRequiredArgument)) return [];
    if (!isErrors(field) && !isSuccess(field)) return resultFailures(field, schema, level);
    return [{ key: `${type.name}.${field.name}`, hint: `Select "${field.name} @error(status: 422)" in it.` }];
  });
}

function resultFailures(field: Field, schema: GraphQLSchema, level = 1): Failure[] {
  const type = getNamedType(field.type);
  return isAbstractType(type) || (level < MAX_LEVELS && RESULT_NAME.test(type.name))
    ? failuresOf(field, schema, level + 1)
    : [];
}

/** The keys of all fields and types that a selection reads, however deep; `isBodyless`: by `@error`. */
function readKeys(
  set: SelectionSetNode,
  on: GraphQLOutputType,
  context: SelectionContext & { isBodyless: boolean },
  isMarked = false,
): string[] {
  const { schema, fragments, isBodyless } = context;
  const type = getNamedType(on);
  if (!isCompositeType(type)) return [];
  return set.selections.flatMap((node) => {
    const isRead = isMarked || !isBodyless || (node.kind !== Kind.FRAGMENT_SPREAD && hasDirective(node, 'error'));
    const names = possibleTypes(schema, type).map(({ name }) => name);
    if (node.kind === Kind.FIELD) {
      if (node.name.value === '__typename') return isRead ? names : [];
      const field = fieldDefinition(node, type);
      const below =
        node.selectionSet && field ? readKeys(node.selectionSet, field.type, context, isRead && isBodyless) : [];
      return [...(isRead ? names.map((name) => `${name}.${node.name.value}`) : []), ...below];
    }
    const fragment = fragmentOf(node, fragments);
    if (!fragment) return [];
    const condition = fragmentType(schema, fragment) ?? type;
    const members = isRead && condition !== type ? possibleTypes(schema, condition).map(({ name }) => name) : [];
    return [...members, ...readKeys(fragment.selectionSet, condition, context, isRead && isBodyless)];
  });
}
