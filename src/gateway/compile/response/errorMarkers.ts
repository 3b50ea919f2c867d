// Errors as data: the fields and fragments with `@error`, and the problems in them.
import {
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
  isListType,
  isNonNullType,
} from 'graphql';
import { placeholdersOf } from '../../conventions/template.ts';
import { directiveNode, nodesWith, readDirective } from '../../document/directives.ts';
import type { ReportDiagnostic } from '../../errors/Diagnostic.ts';
import { listValues } from '../../errors/nearNames.ts';
import type { ErrorMarkers, ErrorPlan, ProblemsPlan } from '../../plan/ResultPlan.ts';
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

/** The errors as data of an object; undefined where it has none. */
export function collectErrorMarkers(
  context: SelectionContext,
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
          const { problems, fault } = readField(context, node, parent, around());
          fields.push({ plan: { key: responseKey(node), ...error, ...listed(problems) }, node, fault });
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
        const { problems, fault } = findProblems(context, onlySelection(schema, type, node.selectionSet), place);
        types.push({ plan: { names, ...error, ...listed(problems) }, node, fault });
      } else {
        walk(fragment.selectionSet, type);
      }
    }
  };
  for (const { set, parent } of selections) walk(set, parent);
  return fields.length + types.length > 0 ? { fields, types } : undefined;
}

/** An error without problems in it is one itself. */
function listed(problems: ProblemsPlan | undefined): Pick<ErrorPlan, 'problems'> {
  return problems && problems.below.length > 0 ? { problems } : {};
}

/** The type paths of the objects that are sent: those that are no errors as data. */
export function sentTypePaths(selections: readonly ObjectSelection[], context: SelectionContext): TypePath[] {
  const errorTypes = new Set(collectErrorMarkers(context, selections)?.types.flatMap(({ plan }) => plan.names));
  return selections.flatMap(({ on }) => [...on]).filter((typePath) => !errorTypes.has(typeNameAt(typePath)));
}

/** The problems of a field with `@error`. */
function readField(
  context: SelectionContext,
  node: FieldNode,
  parent: GraphQLCompositeType,
  around: readonly string[],
): { problems?: ProblemsPlan; fault: ErrorFault | undefined } {
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
      const message = `@error(status: ${status}): status must be from 400 to 599.`;
      report(directiveNode(node, 'error', 'status'), message, 'Use a status from 400 to 599.');
    }
    if (fault) report(directiveNode(node, 'error', fault.argument), fault.message, fault.hint);
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

/** By any of these an object is a problem. */
const OF_PROBLEMS = ['message', 'field', 'code'];

/**
 * Finds the problems in the object of an error as data; `type` is that of its field. A single object that holds a list of problems is
 * no error while the list is empty, if the object is never null, or selects nothing else.
 */
function findProblems(
  context: SelectionContext,
  selection: ObjectSelection,
  { message, around, type }: { message: string | undefined; around: readonly string[]; type?: GraphQLOutputType },
): { problems: ProblemsPlan; fault: ErrorFault | undefined } {
  const messageNames = message === undefined ? undefined : namesIn(message);
  const faults: ErrorFault[] = [];
  /** The response keys of the error and of the objects in it. */
  const known = new Set<string>();
  let holdsList = false;
  let isAnyFilled = false;

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
    return { plan: { isProblem, isFilled, below }, hasLeaf: leaves.length > 0 };
  };

  const { plan, hasLeaf } = readObject([selection], '', around, messageNames);
  const reachable = [...known, ...around];
  const unknown = messageNames?.find((name) => !reachable.includes(name)) ?? messageNames?.[0];
  const isSingle = type !== undefined && !isListType(getNullableType(type));
  const isWrapper = isSingle && holdsList && (isNonNullType(type) || !hasLeaf);
  return {
    problems: { ...plan, isProblem: !isWrapper },
    fault: isAnyFilled || unknown === undefined ? faults[0] : unknownProperty(unknown, reachable),
  };
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
