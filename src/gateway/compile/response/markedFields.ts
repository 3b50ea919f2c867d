// The fields that mean more than their JSON: those with `@header`, which are response headers, that with `@status`, those with
// `@catch`, and those with `@name`.
import {
  type ASTNode,
  type ConstObjectValueNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  GraphQLBoolean,
  type GraphQLEnumType,
  type GraphQLOutputType,
  type GraphQLScalarType,
  Kind,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  print,
  valueFromAST,
} from 'graphql';
import { isNamedHeader } from '../../plan/conventions/headerRules.ts';
import type { AssembledDocument } from '../document/assembleDocument.ts';
import { SELECTION } from '../../plan/conventions/pageBody.ts';
import {
  type DirectiveArguments,
  directiveNode,
  hasDirective,
  nodesWith,
  readDirective,
} from '../document/directives.ts';
import { listValues } from '../../base/errors/nearNames.ts';
import { isRedirect } from '../../plan/EndpointPlan.ts';
import {
  type CatchPlan,
  type HeaderPlan,
  type ResultPlan,
  type StatusPlan,
  endOf,
  responsePath,
  valueShape,
} from '../../plan/ResultPlan.ts';
import type { ObjectShape, Shape, ShapeProperty } from '../../plan/Shape.ts';
import { isToken } from '../../http/fieldSyntax.ts';
import { isReservedHeader } from '../../http/ownHeaders.ts';
import type { ShapeContext } from '../CompileContext.ts';
import type { OutsideTotal } from '../page/findTotal.ts';
import { memberOf } from '../parameters/constants.ts';
import {
  type ObjectSelection,
  type Occurrence,
  collectFields,
  describeField,
  objectSelections,
  walkFields,
} from './collectFields.ts';
import { leadsTo, promisedType } from './nonNulls.ts';
import { visitObjects } from './sparseFields.ts';

interface CompiledHeader {
  plan: HeaderPlan;
  node: FieldNode;
}

/** The selection and the shape of an operation, and the result that they lead to. */
interface HeaderSources {
  assembled: AssembledDocument;
  selection: ObjectSelection;
  shape: ObjectShape;
  result: ResultPlan;
  /** The field with `@total`, and whether every page has it. */
  total: (OutsideTotal & { isOnEachPage: boolean }) | undefined;
}

/**
 * Compiles the `@header` of an operation: scalars of the objects on the data path, in root fields that hold nothing else, and the
 * field with `@total`.
 * Refuses others, two of one name, and headers that HTTP or Portico sets.
 */
export function compileHeaders(sources: HeaderSources, context: ShapeContext): HeaderPlan[] | undefined {
  const found = [...onDataPath(sources, context), ...ofTotal(sources)];
  const places = new Set(found.map(({ node }) => node.loc));
  for (const node of nodesWith('header', sources.assembled.document.definitions) as readonly FieldNode[]) {
    if (places.has(node.loc)) continue;
    const message = `@header is on "${node.name.value}", which is not a scalar of the object that is the response.`;
    context.report(directiveNode(node, 'header'), message, 'Move it there, outside of lists, or remove it.');
  }
  found.forEach(({ plan: { name }, node }, index) => {
    const at = directiveNode(node, 'header', 'name');
    const others = found.slice(0, index).map(({ plan }) => plan.name.toLowerCase());
    if (!isToken(name)) context.report(at, `"${name}" is not a valid header name.`, 'Write a name such as "X-Count".');
    else if (isReservedHeader(name)) context.report(at, `@header(name: "${name}") is HTTP's own.`, 'Use another name.');
    else if (isNamedHeader(name, context.conventions)) {
      context.report(at, `@header(name: "${name}") is a header of conventions.json.`, 'Use another name.');
    } else if (others.includes(name.toLowerCase())) {
      context.report(at, `Two fields are sent as the header "${name}".`, 'Rename one.');
    }
  });
  return found.length === 0 ? undefined : found.map(({ plan }) => plan);
}

/**
 * Compiles the `@status` of an operation: a Boolean or an enum below a root field, outside of lists. Refuses others, a second one, and
 * what it cannot choose.
 */
export function compileStatus(
  document: DocumentNode,
  root: ObjectSelection,
  { status: otherwise }: Pick<DirectiveArguments['endpoint'], 'status'>,
  context: ShapeContext,
): StatusPlan | undefined {
  const written = nodesWith('status', document.definitions) as readonly FieldNode[];
  if (written.length === 0) return undefined;

  const find = (selections: readonly ObjectSelection[], path: readonly string[]): FoundStatus[] =>
    [...collectFields(context, selections)].flatMap(([key, occurrences]) => {
      const [{ node }] = occurrences as [Occurrence];
      const type = getNullableType(describeField(occurrences[0]!).type);
      const at = [...path, key];
      const inner = isCompositeType(type) ? find(objectSelections(occurrences, context), at) : [];
      return hasDirective(node, 'status') ? [{ path: at, node, type }, ...inner] : inner;
    });
  const found = find([root], []);
  const refuse = (node: FieldNode, fault: string, hint: string) =>
    context.report(directiveNode(node, 'status'), `@status is on "${node.name.value}", ${fault}.`, hint);
  for (const node of written) {
    if (found.some((each) => each.node.loc === node.loc)) continue;
    refuse(node, 'which is in a list, or in errors as data', 'Move it out of there, or remove it.');
  }
  const [first, second] = found;
  if (!first) return undefined;
  const { node, path, type } = first;
  if (second) refuse(second.node, 'but only one field chooses the status', 'Remove it here.');
  if (path.length === 1) refuse(node, 'which is a root field', 'Write it on a field of an object.');
  if (isRedirect(otherwise)) refuse(node, `but status ${otherwise} is a redirect`, 'Remove one of them.');
  if (nodesWith('paginate', document.definitions).length > 0) {
    refuse(node, 'but the status of a page is always 200', 'Remove it.');
  }
  if (!isEnumType(type) && type !== GraphQLBoolean) {
    refuse(node, 'which is not a Boolean or an enum', 'Write it on one of these.');
    return undefined;
  }
  return { path, values: readStatuses(node, type, otherwise, context) };
}

interface FoundStatus {
  path: readonly string[];
  node: FieldNode;
  type: GraphQLOutputType;
}

const STATUSES = [200, 201, 202, 204];

/** The statuses of `@status` by its values. */
function readStatuses(
  node: FieldNode,
  type: GraphQLEnumType | GraphQLScalarType,
  otherwise: number,
  { report }: ShapeContext,
): Record<string, number> {
  const list = directiveNode(node, 'status', 'values');
  const known = isEnumType(type) ? type.getValues().map(({ name }) => name) : ['true', 'false'];
  const statuses: Record<string, number> = {};
  for (const entry of (list.kind === Kind.LIST ? list.values : [list]) as readonly ConstObjectValueNode[]) {
    const [value, status] = [memberOf(entry, 'value'), memberOf(entry, 'status')];
    const text = print(value);
    if (valueFromAST(value, type) === undefined) {
      report(value, `@status: ${text} is no value of ${type.name}.`, `Values are ${listValues(known)}.`);
    } else if (Object.hasOwn(statuses, text)) {
      report(value, `@status has ${text} more than once.`, 'Remove one of them.');
    }
    if (!STATUSES.includes(Number(print(status)))) {
      report(status, `@status cannot choose the status ${print(status)}.`, `Write one of ${STATUSES.join(', ')}.`);
    }
    statuses[text] = Number(print(status));
  }
  if (Object.values(statuses).every((status) => status === otherwise)) {
    report(list, `@status has no effect: the status is always ${otherwise}.`, 'Add a value with another status.');
  }
  return statuses;
}

/**
 * The fields with `@catch` in a document, outer ones before those in them. Refuses them on the data path, where null is 404, on
 * fields that are never null, and in errors as data.
 */
export function collectCatches(
  document: DocumentNode,
  root: ObjectSelection,
  { dataPath }: Pick<ResultPlan, 'dataPath'>,
  context: ShapeContext,
): CatchPlan[] {
  const written = nodesWith('catch', document.definitions);
  if (written.length === 0) return [];

  const catches: CatchPlan[] = [];
  const reached = new Set<ASTNode['loc']>();
  walkFields(root, context, (path, occurrences) => {
    const [first] = occurrences;
    if (!hasDirective(first!.node, 'catch')) return;
    for (const { node } of occurrences) reached.add(node.loc);
    const { type } = describeField(first!);
    checkCatch(first!.node, type, leadsTo(path, dataPath), context);
    catches.push({ path, nullableItems: nullableItems(type) });
  });
  for (const node of written) {
    if (reached.has(node.loc)) continue;
    context.report(directiveNode(node, 'catch'), '@catch has no effect in errors as data.', 'Remove it.');
  }
  return catches;
}

/** Refuses `@name` on what is sent without a name, `@template` and `@wrap` on what leaves the body, and names with control characters. */
export function checkNames(
  document: DocumentNode,
  root: ObjectSelection,
  result: ResultPlan,
  context: ShapeContext,
): void {
  const written = (['name', 'template', 'wrap'] as const).flatMap((word) =>
    nodesWith(word, document.definitions).flatMap((node) =>
      node.kind === Kind.FIELD && (word === 'name' || hasDirective(node, 'header', 'status', 'total', 'error'))
        ? [{ word, node }]
        : [],
    ),
  );
  if (written.length === 0) return;
  const sent = new Set<string>(result.wrapper === undefined ? [] : [responsePath(result.dataPath.slice(0, 1))]);
  const visit = (shape: Shape, path: readonly string[]) =>
    visitObjects(shape, path, ({ properties }, around) => {
      for (const {
        key,
        shape: { kind },
      } of properties) {
        if (kind !== 'spread' && kind !== 'group') sent.add(responsePath([...around, key]));
      }
    });
  const end = endOf(result);
  // Of a page that is made from a template, only the items are sent.
  const isTemplate = end.kind === 'connection' && context.conventions.page.body !== SELECTION;
  if (isTemplate) visit(end.of, [...result.dataPath, ...end.path, ...(end.node === undefined ? [] : [end.node])]);
  else visit(end, result.dataPath);
  const named = new Set<ASTNode['loc']>();
  const walk = (selections: readonly ObjectSelection[], path: readonly string[]): void => {
    for (const [key, occurrences] of collectFields(context, selections)) {
      const at = [...path, key];
      if (sent.has(responsePath(at))) for (const { node } of occurrences) named.add(node.loc);
      walk(objectSelections(occurrences, context), at);
    }
  };
  walk([root], []);
  for (const { word, node } of written) {
    const at = directiveNode(node, word) as DirectiveNode;
    const as = word === 'name' ? readDirective(word, node)!.as : undefined;
    if (as !== undefined && !/^\P{Cc}+$/u.test(as)) {
      const message = `@name(as: ${JSON.stringify(as)}) must be a text without control characters that is not empty.`;
      context.report(directiveNode(node, word, 'as'), message, 'Write another name.');
    }
    // Those of the conventions have no location.
    if (!at.name.loc || named.has(node.loc)) continue;
    const message = `@${word} has no effect on "${node.name.value}", which is sent without its name, or not at all.`;
    context.report(at, message, 'Remove it.');
  }
}

/**
 * Those of root fields that leave the body, or of the body itself where several root fields are the body; then those of the objects
 * that the data path leads through, and at its end.
 */
function onDataPath({ selection, shape, result }: HeaderSources, context: ShapeContext): CompiledHeader[] {
  const found = headersIn([selection], hiddenIn(shape), { path: [], required: true }, context);
  let selections: readonly ObjectSelection[] = [selection];
  result.dataPath.forEach((key, index) => {
    const occurrences = collectFields(context, selections).get(key) ?? [];
    selections = objectSelections(occurrences, context);
    const place = { path: result.dataPath.slice(0, index + 1), required: true };
    if (place.path.length === result.dataPath.length) {
      const end = valueShape(result);
      found.push(...headersIn(selections, hiddenIn(end), place, context));
      if (end.kind === 'connection') found.push(...inUnwrapped(selections, end.selected, place, context));
      return;
    }
    for (const [fieldKey, fields] of collectFields(context, selections)) {
      found.push(...(headerAt(fields, { path: [...place.path, fieldKey], required: false }) ?? []));
    }
  });
  return found;
}

/** Those of a connection that `@unwrap` leaves out, and of the objects that it leaves out on the way to the items. */
function inUnwrapped(
  selections: readonly ObjectSelection[],
  shape: Shape,
  around: HeaderPlace,
  context: ShapeContext,
): CompiledHeader[] {
  if (shape.kind !== 'unwrapped') return [];
  const isThere = around.required && !shape.nullable;
  const fields = collectFields(context, selections);
  const headers = [...fields].flatMap(([key, occurrences]) => {
    const isAlways = occurrences.some(({ condition }) => condition === '');
    const required = isThere && isAlways && isNonNullType(promisedType(occurrences, context));
    return headerAt(occurrences, { path: [...around.path, key], required }) ?? [];
  });
  const inner = { path: [...around.path, shape.key], required: isThere };
  return [...headers, ...inUnwrapped(objectSelections(fields.get(shape.key)!, context), shape.of, inner, context)];
}

/** That of `@total`, which is sent where the total is read. */
function ofTotal({ total }: HeaderSources): CompiledHeader[] {
  if (!total) return [];
  const { path, nullable } = total.field;
  return headerAt([total], { path, required: total.isOnEachPage && !nullable }) ?? [];
}

/** What is selected of an object, or of the connection of a page, and not sent. */
function hiddenIn(shape: Shape): readonly ShapeProperty[] {
  const object = shape.kind === 'connection' ? shape.selected : shape;
  return (object.kind === 'object' ? object.hidden : undefined) ?? [];
}

/** Where a header is, and whether it is always there. */
type HeaderPlace = Pick<HeaderPlan, 'path' | 'required'>;

/** Those among the hidden properties of an object, and of the objects in it that hold nothing else. */
function headersIn(
  selections: readonly ObjectSelection[],
  hidden: readonly ShapeProperty[],
  around: HeaderPlace,
  context: ShapeContext,
): CompiledHeader[] {
  const fields = collectFields(context, selections);
  return hidden.flatMap(({ key, shape, required }) => {
    const occurrences = fields.get(key);
    if (!occurrences) return [];
    const place = { path: [...around.path, key], required: around.required && required && !shape.nullable };
    return (
      headerAt(occurrences, place) ?? headersIn(objectSelections(occurrences, context), hiddenIn(shape), place, context)
    );
  });
}

function headerAt(
  [first]: readonly Pick<Occurrence, 'node' | 'parent'>[],
  place: HeaderPlace,
): CompiledHeader[] | undefined {
  const { node } = first!;
  const { type, description } = describeField(first!);
  const header = readDirective('header', node);
  if (!header || !isLeafType(getNullableType(type))) return undefined;
  const described = description != null && { description };
  return [{ plan: { name: header.name, ...place, type: getNamedType(type).name, ...described }, node }];
}

function checkCatch(node: FieldNode, type: GraphQLOutputType, isOnDataPath: boolean, { report }: ShapeContext): void {
  const at = directiveNode(node, 'catch');
  const name = node.name.value;
  if (isOnDataPath) {
    report(at, `@catch on "${name}", which is the response itself.`, 'Write it on a field of the response.');
  } else if (isNonNullType(type)) {
    report(
      at,
      `@catch on "${name}", which is never null.`,
      'Write it on the nearest field around it that can be null.',
    );
  }
}

function nullableItems(type: GraphQLOutputType): boolean[] {
  const list = getNullableType(type);
  return isListType(list) ? [!isNonNullType(list.ofType), ...nullableItems(list.ofType)] : [];
}
