// The response of an endpoint: from the selection of its operation to what is sent of it, its page, and its headers.
import { type FieldNode, Kind, type ValueNode, isAbstractType, isUnionType } from 'graphql';
import type { EndpointDocument } from '../document/Version.ts';
import { directiveNode, nodesWith } from '../document/directives.ts';
import { acceptsNull } from '../../plan/EndpointPlan.ts';
import type { ParameterPlan } from '../../plan/ParameterPlan.ts';
import {
  type ErrorMarkers,
  type HeaderPlan,
  type ResultPlan,
  type StatusPlan,
  type TracedInput,
  endOf,
} from '../../plan/ResultPlan.ts';
import type { ObjectShape, Shape, ShapeProperty } from '../../plan/Shape.ts';
import type { AddedTypeNames, CompileContext, PagedField, ShapeContext } from '../CompileContext.ts';
import type { CheckedDocument } from '../endpoint/checkDocument.ts';
import { type CompiledPage, compilePage, pagedConnection } from '../page/compilePage.ts';
import { findTotal } from '../page/findTotal.ts';
import { checkAddedNames } from './addTypeNames.ts';
import {
  type ObjectSelection,
  collectFields,
  describeField,
  objectSelections,
  onlySelection,
} from './collectFields.ts';
import { compileShape } from './compileShape.ts';
import { type SelectedErrors, checkErrorMarkers, collectErrorMarkers } from './errorMarkers.ts';
import { checkNames, collectCatches, compileHeaders, compileStatus } from './markedFields.ts';
import { collectNonNulls, promisedLevels } from './nonNulls.ts';

/** Compiles the selections of an operation to its result, and to its page where it has one. */
export function compileResponse(
  { source, assembled, root }: CheckedDocument,
  parameters: readonly ParameterPlan[],
  compileContext: CompileContext,
): {
  result: ResultPlan;
  page: CompiledPage | undefined;
  headers: readonly HeaderPlan[] | undefined;
  statusBy: StatusPlan | undefined;
  typeNames: AddedTypeNames;
} {
  const { operation } = source;
  const pagedFields: PagedField[] = [];
  const typeNames: AddedTypeNames = new Map();
  const context: ShapeContext = {
    ...compileContext,
    fragments: assembled.fragments,
    ownFragments: new Set(source.fragments.map(({ name }) => name.value)),
    parameters,
    pagedFields,
    typeNames,
  };
  const selection = onlySelection(context.schema, root, assembled.operation.selectionSet);
  const shape = compileShape([selection], context);
  checkAddedNames([assembled.operation, ...assembled.fragments.values()], typeNames, context.report);
  const errorFields = collectErrorMarkers(context, [selection])?.fields ?? [];
  if (operation.operation === 'mutation' && collectFields(context, [selection]).size + errorFields.length > 1) {
    const message = 'A mutation must have exactly one root field, so that it takes effect as a whole or not at all.';
    context.report(operation, message, 'Split it into several endpoints.');
  }
  const statusBy = compileStatus(assembled.document, selection, source.endpoint, context);
  const result = compileResult({ source, selection, shape, statusBy }, context);
  const catches = collectCatches(assembled.document, selection, result, context);
  checkNames(assembled.document, selection, result, context);
  const nonNulls = collectNonNulls(assembled.document, selection, result, context);
  const paged = pagedConnection(source, pagedFields, endOf(result), context);
  const total = findTotal(assembled.operation, root, pagedFields[0], context);
  const page = paged && compilePage(assembled.document, operation, { ...paged, total }, context);
  const isOnEachPage = page?.plan.fields.total?.byCursor || !page?.plan.limits.styles.includes('CURSOR');
  const sources = { assembled, selection, shape, result, total: total && { ...total, isOnEachPage } };
  const headers = compileHeaders(sources, context);
  const checked = { ...(catches.length > 0 && { catches }), ...(nonNulls.length > 0 && { nonNulls }) };
  return { result: { ...result, ...checked }, page, headers, statusBy, typeNames };
}

/** A document, and the selection and the shape of its whole operation. */
interface CompiledSelection {
  source: EndpointDocument;
  selection: ObjectSelection;
  shape: ObjectShape;
  statusBy: StatusPlan | undefined;
}

/** Compiles the result of an endpoint: several root fields are the body together, the only one leads to it. */
function compileResult(compiled: CompiledSelection, context: ShapeContext): ResultPlan {
  const { source, selection, shape } = compiled;
  const [only, second] = shape.properties;
  const definitions = [source.operation, ...context.fragments.values()];
  const rootErrors = collectErrorMarkers(context, [selection]);
  if (!only && rootErrors?.fields.length === 1) {
    checkErrorMarkers(definitions, [rootErrors], context.report);
    return compileErrorsOnly(compiled, rootErrors, context);
  }
  if (!only || second) {
    checkErrorMarkers(definitions, [], context.report);
    return { dataPath: [], errorsAt: [], body: { ...shape, nullable: false }, canBeMissing: false };
  }
  if (only.shape.kind === 'group' || only.shape.kind === 'spread') {
    const word = only.shape.kind === 'group' ? 'wrap' : 'spread';
    const [node] = nodesWith(word, definitions);
    const message = `@${word} has no object around it: the only root field is the response.`;
    const hint = word === 'wrap' ? 'Write @wrap on the field itself.' : 'Remove it, or select another root field.';
    context.report(node ? directiveNode(node, word) : source.operation, message, hint);
    return { dataPath: [], errorsAt: [], body: shape, canBeMissing: false };
  }
  const steps = followDataPath(selection, only, context);
  // Those of the items of a list are not on the data path.
  const errors = steps.map(({ shape: { kind }, selections }) =>
    kind === 'object' || kind === 'unwrapped' ? collectErrorMarkers(context, selections) : undefined,
  );
  checkErrorMarkers(definitions, errors, context.report);
  checkSelectedTypes(steps.at(-1)!, context);
  if (!only.required) {
    const message = `The field "${only.key}" is the response; it must not have @include or @skip.`;
    context.report(steps[0].node, message, 'Write the condition on one of its fields.');
  }
  const last = errors.findLastIndex((error) => error !== undefined);
  return {
    ...bodyOf(compiled, only, steps),
    errorsAt: errors.map((error) => (error ? toPlan(error) : null)),
    ...tracedInputs(steps.slice(0, last + 1)),
  };
}

/** What is sent is not null: null is 404. */
function bodyOf(
  { source: { endpoint }, shape, statusBy }: CompiledSelection,
  root: ShapeProperty,
  steps: readonly DataStep[],
): Omit<ResultPlan, 'errorsAt'> {
  const end = steps.at(-1)!.shape;
  const canBeNull = acceptsNull({ ...endpoint, statusBy }, end);
  const wraps = steps.flatMap(({ wrap }) => wrap ?? []);
  const sent = wraps.reduceRight<Shape>((of, as) => ({ kind: 'wrapped', as, of, nullable: false }), {
    ...end,
    nullable: false,
  });
  const unwrappedTypes = steps.slice(0, -1).map(({ selections }) => selections[0]!.parent.name);
  const wrapped = { ...shape, nullable: false, properties: [{ ...root, shape: sent }] };
  return {
    dataPath: steps.map(({ key }) => key),
    ...(unwrappedTypes.length > 0 && { unwrappedTypes }),
    body: endpoint.unwrap ? sent : wrapped,
    ...(!endpoint.unwrap && { wrapper: root.name ?? root.key }),
    canBeMissing: steps.some((step) => step.canBeNull && !(step.shape === end && canBeNull)),
  };
}

/** An operation that selects only errors as data: its response has no body. Null is no error; of a DELETE it is 404, as for `acceptsNull`. */
function compileErrorsOnly(
  { source: { operation, endpoint }, selection, shape }: CompiledSelection,
  errors: SelectedErrors,
  { report }: ShapeContext,
): ResultPlan {
  if (endpoint.status !== 204) {
    const message = 'The only root field has @error, so the response has no body; status must be 204.';
    report(directiveNode(operation, 'endpoint', 'status'), message, 'Set status: 204.');
  }
  const { type } = describeField({ node: errors.fields[0]!.node, parent: selection.parent });
  const dataPath = errors.fields.map(({ plan }) => plan.key);
  return {
    dataPath,
    errorsAt: dataPath.map(() => null),
    rootErrors: toPlan(errors),
    ...tracedInputs(errors.fields),
    body: shape,
    canBeMissing: endpoint.method === 'DELETE' && String(type) === 'Boolean',
  };
}

/** The variables in the arguments of fields, each with its path from the argument on; those of the last field first. */
function tracedInputs(steps: readonly { node: FieldNode }[]): Pick<ResultPlan, 'tracedInputs'> {
  const traced = steps
    .toReversed()
    .flatMap(({ node: { arguments: args = [] } }) =>
      args.flatMap(({ name, value }) => traceValue([name.value], value)),
    );
  return traced.length > 0 ? { tracedInputs: traced } : {};
}

function toPlan({ fields, types }: SelectedErrors): ErrorMarkers {
  return { fields: fields.map(({ plan }) => plan), types: types.map(({ plan }) => plan) };
}

/**
 * Refuses a response without a property of one of its types: a client must not receive an empty object. Each type of a
 * union is meant for a client, but an interface can have many that the endpoint is not about.
 */
function checkSelectedTypes({ node, shape }: DataStep, context: ShapeContext): void {
  const type = shape.kind === 'object' ? context.schema.getType(shape.type) : undefined;
  if (shape.kind !== 'object' || !isAbstractType(type)) return;
  const isEmpty = shape.properties.length === 0;
  const names = isUnionType(type) ? (shape.unselected ?? []) : isEmpty ? [shape.type] : [];
  if (names.length === 0) return;
  const message = `No field of ${names.join(', ')} is selected.`;
  const hint = `Select a field of each type, or make it an error: "... on ${names[0]} @error { … }".`;
  context.report(node, message, hint);
}

/** One response key of the data path, and what is there. */
interface DataStep {
  key: string;
  node: FieldNode;
  /** Without the objects of `@wrap`. */
  shape: Shape;
  /** Whatever the conventions promise: null is 404. */
  canBeNull: boolean;
  /** The name of its `@wrap`. */
  wrap?: string;
  /** Those of the object; none where it is a scalar or an enum. */
  selections: readonly ObjectSelection[];
}

/**
 * The data path: the root field, then the child of each object with `@unwrap`, to the first field without one, or a list.
 * `root` is the property of that root field.
 */
function followDataPath(
  operation: ObjectSelection,
  root: ShapeProperty,
  context: ShapeContext,
): [DataStep, ...DataStep[]] {
  let last = stepTo(root.key, root.shape, [operation], context);
  const steps: [DataStep, ...DataStep[]] = [last];
  while (last.shape.kind === 'unwrapped') {
    last = stepTo(last.shape.key, last.shape.of, last.selections, context);
    steps.push(last);
  }
  return steps;
}

function stepTo(key: string, shape: Shape, selections: readonly ObjectSelection[], context: ShapeContext): DataStep {
  const occurrences = collectFields(context, selections).get(key)!;
  const { node } = occurrences[0]!;
  const value = shape.kind === 'wrapped' ? shape.of : shape;
  // A list of pages that is null has no items.
  const isPagedList = value.kind === 'connection' && value.path.length === 0;
  return {
    key,
    node,
    shape: value,
    canBeNull: value.nullable || (promisedLevels(occurrences, context).includes(0) && !isPagedList),
    ...(shape.kind === 'wrapped' && { wrap: shape.as }),
    selections: objectSelections(occurrences, context),
  };
}

function traceValue(path: readonly string[], value: ValueNode): TracedInput[] {
  switch (value.kind) {
    case Kind.VARIABLE:
      return [{ path, variable: value.name.value }];
    case Kind.OBJECT:
      return value.fields.flatMap((field) => traceValue([...path, field.name.value], field.value));
    case Kind.LIST:
      return value.values.flatMap((item, index) => traceValue([...path, String(index)], item));
    default:
      return [];
  }
}
