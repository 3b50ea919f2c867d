// Errors as data: the fields and fragments with `@error`, and the problems in them.
import {
  type ASTNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type InlineFragmentNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  getNamedType,
  getNullableType,
  isCompositeType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { dataNames } from '../../plan/conventions/errorPlaceholders.ts';
import { placeholdersOf } from '../../plan/conventions/template.ts';
import { directiveNode, nodesWith, readDirective } from '../document/directives.ts';
import type { ReportDiagnostic } from '../../base/errors/Diagnostic.ts';
import { listValues } from '../../base/errors/nearNames.ts';
import type { ErrorMarkers, ErrorPlan, ProblemsPlan } from '../../plan/ResultPlan.ts';
import type { Shape } from '../../plan/Shape.ts';
import type { ShapeContext } from '../CompileContext.ts';
import {
  type ObjectSelection,
  type Occurrence,
  type SelectionContext,
  type TypePath,
  collectFields,
  describeField,
  fieldDefinition,
  fieldsIn,
  fragmentOf,
  fragmentType,
  objectSelections,
  onlySelection,
  possibleTypes,
  responseKey,
  typeNameAt,
} from './collectFields.ts';

/** The `@error` directives in the selections of one object, fragments resolved. */
export interface SelectedErrors {
  fields: readonly (ErrorMarker<ErrorMarkers['fields'][number]> & { node: FieldNode })[];
  types: readonly ErrorMarker<ErrorMarkers['types'][number]>[];
}

interface ErrorMarker<Plan extends ErrorPlan> {
  plan: Plan;
  node: FieldNode | InlineFragmentNode;
  fault: ErrorFault | undefined;
}

/** Without conventions, errors have no data for their placeholders. */
type MarkerContext = SelectionContext & Partial<Pick<ShapeContext, 'conventions' | 'types'>>;

/** The errors as data of an object; undefined where it has none. */
export function collectErrorMarkers(
  context: MarkerContext,
  selections: readonly ObjectSelection[],
): SelectedErrors | undefined {
  const { schema, fragments } = context;
  const fields: SelectedErrors['fields'][number][] = [];
  const types: SelectedErrors['types'][number][] = [];
  // The properties that the object can have, errors as data among them.
  const around = () => selections.flatMap(({ set }) => fieldsIn(set, fragments).map(responseKey));
  const walk = (set: SelectionSetNode, parent: GraphQLCompositeType): void => {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        const error = readDirective('error', node);
        if (error) {
          const { fault, ...found } = readField(context, node, parent, around());
          fields.push({ plan: { key: responseKey(node), ...error, ...listed(found) }, node, fault });
        }
        continue;
      }
      const fragment = fragmentOf(node, fragments);
      if (!fragment) continue;
      const type = fragmentType(schema, fragment) ?? parent;
      const error = node.kind === Kind.INLINE_FRAGMENT && readDirective('error', node);
      if (error) {
        const names = possibleTypes(schema, type).map(({ name }) => name);
        const place = { message: error.message, around: around() };
        const { fault, ...found } = findProblems(context, onlySelection(schema, type, node.selectionSet), place);
        types.push({ plan: { names, ...error, ...listed(found) }, node, fault });
      } else {
        walk(fragment.selectionSet, type);
      }
    }
  };
  for (const { set, parent } of selections) walk(set, parent);
  return fields.length + types.length > 0 ? { fields, types } : undefined;
}

/** An error without problems in it is one itself. */
function listed({
  problems,
  hasStatus,
}: Pick<ErrorPlan, 'problems' | 'hasStatus'>): Pick<ErrorPlan, 'problems' | 'hasStatus'> {
  const isRead = problems && (problems.below.length > 0 || problems.data);
  return { ...(isRead && { problems }), ...(hasStatus && { hasStatus }) };
}

/** The type paths of the objects that are sent: those that are no errors as data. */
export function sentTypePaths(selections: readonly ObjectSelection[], context: SelectionContext): TypePath[] {
  const errorTypes = new Set(collectErrorMarkers(context, selections)?.types.flatMap(({ plan }) => plan.names));
  return selections.flatMap(({ on }) => [...on]).filter((typePath) => !errorTypes.has(typeNameAt(typePath)));
}

/** The problems of a field with `@error`. */
function readField(
  context: MarkerContext,
  node: FieldNode,
  parent: GraphQLCompositeType,
  around: readonly string[],
): FoundProblems {
  const type = fieldDefinition(node, parent)?.type;
  const message = readDirective('error', node)?.message;
  const named = getNamedType(type);
  if (type && isCompositeType(named) && node.selectionSet) {
    return findProblems(context, onlySelection(context.schema, named, node.selectionSet), { message, around, type });
  }
  const unknown = message === undefined ? undefined : namesIn(message).find((name) => !around.includes(name));
  if (unknown !== undefined) return { fault: unknownProperty(unknown, around) };
  const isText = named?.name === 'String' || named?.name === 'Boolean';
  const isRead = named && (message !== undefined || isText);
  return { fault: isRead ? undefined : unreadable('Write it on a String or a Boolean, or on an object.') };
}

/**
 * Refuses an `@error` off the data path or behind another of the same type, without a message, with a message of unknown
 * properties, with properties that say nothing to a client, or with a status that is not an error.
 */
export function checkErrorMarkers(
  definitions: readonly (OperationDefinitionNode | FragmentDefinitionNode)[],
  onDataPath: readonly (SelectedErrors | undefined)[],
  report: ReportDiagnostic,
): void {
  const markers = onDataPath.flatMap((selected) => (selected ? [...selected.fields, ...selected.types] : []));
  for (const { node, plan, fault } of markers) {
    const { status } = plan;
    if (status < 400 || status > 599) {
      const message = `@error(status: ${status}): clients, caches and proxies know an error by a status from 400 to 599.`;
      report(directiveNode(node, 'error', 'status'), message, 'Use a status from 400 to 599.');
    }
    if (fault) report(fault.at ?? directiveNode(node, 'error', fault.argument), fault.message, fault.hint);
  }
  for (const selected of onDataPath) if (selected) checkOrder(selected, report);
  const places = new Set(markers.map(({ node }) => node.loc));
  for (const node of nodesWith('error', definitions)) {
    if (places.has(node.loc)) continue;
    const message = '@error has no effect here: the field is not on the data path.';
    const hint = 'Write it on the root field, or next to the field that @unwrap selects.';
    report(directiveNode(node, 'error'), message, hint);
  }
}

/** Refuses fragments whose types all have the `@error` of an earlier one. */
function checkOrder({ types }: SelectedErrors, report: ReportDiagnostic): void {
  types.forEach(({ node, plan: { names } }, index) => {
    const earlier = types.slice(0, index).filter((type) => type.node.loc !== node.loc);
    const taken = new Set(earlier.flatMap(({ plan }) => plan.names));
    if (earlier.length === 0 || !names.every((name) => taken.has(name))) return;
    const message = '@error has no effect here: fragments before it have all of its types.';
    report(directiveNode(node, 'error'), message, 'Move it before them, or remove it.');
  });
}

/** What is wrong with an error as data. */
interface ErrorFault {
  at?: ASTNode;
  argument?: 'message';
  message: string;
  hint: string;
}

function unknownProperty(name: string, properties: readonly string[]): ErrorFault {
  const hint = properties.length > 0 ? `Properties are ${listValues([...new Set(properties)])}.` : 'Remove it.';
  return { argument: 'message', message: `@error: {${name}} is no property beside or below it.`, hint };
}

function unsentProperty({ property, isLeaf }: { property: string; isLeaf: boolean }): ErrorFault {
  const select = isLeaf ? `Write "message: ${property}"` : `Select a text in it as "message", such as "message: text"`;
  return { message: `@error sends nothing of "${property}".`, hint: `${select}, or write @error(message: "…").` };
}

function unreadable(hint: string): ErrorFault {
  return { message: '@error requires a String or Boolean field, or an object that selects "message".', hint };
}

function otherStatus(at: FieldNode, type: GraphQLOutputType): ErrorFault {
  const message = `"status" below @error is the HTTP status of the error, an Int, but ${at.name.value} is ${String(type)}.`;
  return { at, message, hint: 'Write another alias, such as "state".' };
}

/** By any of these an object is a problem. */
const OF_PROBLEMS = ['message', 'field', 'code'];

interface FoundProblems extends Pick<ErrorPlan, 'problems' | 'hasStatus'> {
  fault: ErrorFault | undefined;
}

/**
 * Finds the problems in the object of an error as data; `type` is that of its field. A single object that holds a list of problems is
 * no error while the list is empty, if the object is never null, or selects nothing else.
 */
function findProblems(
  context: MarkerContext,
  selection: ObjectSelection,
  { message, around, type }: { message: string | undefined; around: readonly string[]; type?: GraphQLOutputType },
): FoundProblems {
  const wanted = context.conventions ? dataNames(context.conventions.errors) : [];
  const messageNames = message === undefined ? undefined : namesIn(message);
  const faults: ErrorFault[] = [];
  /** The response keys of the error and of the objects in it. */
  const known = new Set<string>();
  let holdsList = false;
  let isAnyFilled = false;
  let hasStatus = false as boolean;

  /** `names` are those of the message, unless an object around it has all of them; `property` is '' of the error itself. */
  const readObject = (
    selections: readonly ObjectSelection[],
    property: string,
    outerKeys: readonly string[],
    names: readonly string[] | undefined,
  ): { plan: ProblemsPlan; hasLeaf: boolean } => {
    const fields = collectFields(context, selections);
    const keys = [...outerKeys, ...fields.keys()];
    for (const key of fields.keys()) known.add(key);
    const isFilled = names?.every((name) => keys.includes(name)) ?? false;
    isAnyFilled ||= isFilled;
    const leaves: string[] = [];
    const data: Record<string, Shape> = {};
    const below: (ProblemsPlan & { key: string })[] = [];
    const unread: { property: string; isLeaf: boolean }[] = [];
    for (const [key, occurrences] of fields) {
      const { type: fieldType } = describeField(occurrences[0]!);
      const isList = isListType(getNullableType(fieldType));
      if (isCompositeType(getNamedType(fieldType))) {
        const { plan } = readObject(objectSelections(occurrences, context), key, keys, isFilled ? undefined : names);
        const holdsProblems = plan.isProblem || plan.below.length > 0;
        if (holdsProblems) below.push({ key, ...plan });
        else unread.unshift({ property: key, isLeaf: false });
        holdsList ||= isList && holdsProblems;
      } else if (key !== '__typename') {
        leaves.push(key);
        if (wanted.includes(key)) data[key] = leafShape(fieldType, occurrences[0]!.node, context);
        if (key === 'status') {
          hasStatus = true;
          const isInt = String(getNullableType(fieldType)) === 'Int';
          if (!isInt) faults.unshift(otherStatus(occurrences[0]!.node, fieldType));
        }
        if (isList && property === '' && !OF_PROBLEMS.includes(key)) unread.push({ property: key, isLeaf: true });
      }
    }
    const isProblem = isFilled || OF_PROBLEMS.some((name) => leaves.includes(name));
    if (!isFilled && names === undefined) {
      const [first] = unread;
      const isInnermost = below.length === 0 && (isProblem || property === '');
      if (first && !(first.isLeaf && (below.length > 0 || leaves.includes('message')))) {
        faults.push(unsentProperty(first));
      } else if (isInnermost && !selectsMessage(context, selections, fields.get('message'))) {
        const where = property === '' ? 'it' : `"${property}"`;
        faults.push(unreadable(`Select "message" in ${where}, or write @error(message: "…").`));
      }
    }
    const read = Object.keys(data).length > 0 && { data };
    return { plan: { isProblem, isFilled, below, ...read }, hasLeaf: leaves.length > 0 };
  };

  const { plan, hasLeaf } = readObject([selection], '', around, messageNames);
  const reachable = [...known, ...around];
  const unknown = messageNames?.find((name) => !reachable.includes(name)) ?? messageNames?.[0];
  const isSingle = type !== undefined && !isListType(getNullableType(type));
  const isWrapper = isSingle && holdsList && (isNonNullType(type) || !hasLeaf);
  return {
    problems: { ...plan, isProblem: !isWrapper },
    ...(hasStatus && { hasStatus: true as const }),
    fault: isAnyFilled || unknown === undefined ? faults[0] : unknownProperty(unknown, reachable),
  };
}

/** The shape of a scalar or an enum, or of a list of them. */
function leafShape(type: GraphQLOutputType, node: FieldNode, context: MarkerContext): Shape {
  const inner = getNullableType(type);
  if (isListType(inner)) return { kind: 'list', of: leafShape(inner.ofType, node, context), nullable: true };
  if (isLeafType(inner)) context.types?.add(inner, node);
  return { kind: 'leaf', type: String(inner), nullable: true };
}

/** The placeholders of a message. */
function namesIn(message: string): string[] {
  return placeholdersOf(message).map(({ name }) => name);
}

/** Whether every object has an unconditional `message`, unless its type has no such field. */
function selectsMessage(
  { schema }: SelectionContext,
  selections: readonly ObjectSelection[],
  occurrences: readonly Occurrence[] = [],
): boolean {
  const on = new Set(
    occurrences.flatMap((occurrence) => (occurrence.condition === '' ? [...occurrence.on].map(typeNameAt) : [])),
  );
  const types = selections.flatMap(({ parent }) => possibleTypes(schema, parent));
  return types.every((objectType) => on.has(objectType.name) || !('message' in objectType.getFields()));
}
