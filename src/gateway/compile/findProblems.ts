// The problems in an error as data: which of its objects are problems, and where the message is. Refuses an error of which a client
// would not receive what it selects.
import {
  type GraphQLCompositeType,
  type GraphQLOutputType,
  GraphQLString,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isNonNullType,
} from 'graphql';
import { placeholdersOf } from '../conventions/template.ts';
import type { ProblemsPlan } from '../plan/ResultPlan.ts';
import {
  type ObjectSelection,
  type Occurrence,
  type SelectionContext,
  collectFields,
  fieldDefinition,
  possibleTypes,
  selectionsBelow,
  typeNameAt,
} from './collectFields.ts';

/** What is wrong with an error as data. */
export type ErrorFault =
  /** It is a field without a message: neither an object nor a String or Boolean. */
  | { kind: 'leaf' }
  /** An object selects no message: that of a property, or itself where `property` is ''. */
  | { kind: 'unselected'; property: string }
  /** Nothing of this property is sent. */
  | { kind: 'unread'; property: string; isLeaf: boolean }
  /** Its message names an unknown property. */
  | { kind: 'unknown'; name: string; known: readonly string[] };

/** Where an error as data is. */
export interface ErrorPlace {
  /** The message that its `@error` gives it. */
  message: string | undefined;
  /** The response keys of the object around it. */
  around: readonly string[];
  /** The type of its field; undefined for a fragment. */
  type?: GraphQLOutputType;
}

/** By any of these an object is a problem. */
const OF_PROBLEMS = ['message', 'field', 'code'];

/**
 * Finds the problems in the object of an error as data. A single object that holds a list of problems is no error while the list
 * is empty, if the object is never null, or selects nothing else.
 */
export function findProblems(
  context: SelectionContext,
  selection: ObjectSelection,
  { message, around, type }: ErrorPlace,
): { problems: ProblemsPlan; fault: ErrorFault | undefined } {
  const names = message === undefined ? undefined : placeholdersOf(message).map(({ name }) => name);
  const search: Search = { context, faults: [], known: new Set(), holdsList: false, isFilled: false };
  const { plan, hasLeaf } = readObject({ selections: [selection], property: '', keys: around, names }, search);
  const missing = search.isFilled
    ? undefined
    : (names?.find((name) => ![...search.known, ...around].includes(name)) ?? names?.[0]);
  const isSingle = type !== undefined && !isListType(getNullableType(type));
  const isWrapper = isSingle && search.holdsList && (isNonNullType(type) || !hasLeaf);
  return {
    problems: { ...plan, isProblem: !isWrapper },
    fault:
      missing === undefined
        ? search.faults[0]
        : { kind: 'unknown', name: missing, known: [...search.known, ...around] },
  };
}

interface Search {
  context: SelectionContext;
  faults: ErrorFault[];
  /** The response keys of the error and of the objects in it. */
  known: Set<string>;
  holdsList: boolean;
  /** Whether an object has all that the message names. */
  isFilled: boolean;
}

interface SearchedObject {
  selections: readonly ObjectSelection[];
  /** Its response key; '' of the error itself. */
  property: string;
  /** Those of the objects around it. */
  keys: readonly string[];
  /** What the message names, unless an object around it has all of that. */
  names: readonly string[] | undefined;
}

function readObject(object: SearchedObject, search: Search): { plan: ProblemsPlan; hasLeaf: boolean } {
  const fields = collectFields(search.context, object.selections);
  const keys = [...object.keys, ...fields.keys()];
  for (const key of fields.keys()) search.known.add(key);
  const isFilled = object.names?.every((name) => keys.includes(name)) ?? false;
  search.isFilled ||= isFilled;
  const leaves: string[] = [];
  const below: (ProblemsPlan & { key: string })[] = [];
  const unread: { property: string; isLeaf: boolean }[] = [];
  for (const [key, occurrences] of fields) {
    const type = fieldType(occurrences[0]!);
    const isList = isListType(getNullableType(type));
    if (isCompositeType(getNamedType(type))) {
      const selections = selectionsBelow(occurrences, (each) => getNamedType(fieldType(each)) as GraphQLCompositeType);
      const names = isFilled ? undefined : object.names;
      const { plan } = readObject({ selections, property: key, keys, names }, search);
      const holdsProblems = plan.isProblem || plan.below.length > 0;
      if (holdsProblems) below.push({ key, ...plan });
      else unread.unshift({ property: key, isLeaf: false });
      search.holdsList ||= isList && holdsProblems;
    } else if (key !== '__typename') {
      leaves.push(key);
      if (isList && !OF_PROBLEMS.includes(key)) unread.push({ property: key, isLeaf: true });
    }
  }
  const isProblem = isFilled || OF_PROBLEMS.some((name) => leaves.includes(name));
  if (!isFilled && object.names === undefined) {
    const [first] = unread;
    const isInnermost = below.length === 0 && (isProblem || object.property === '');
    if (first && !(first.isLeaf && (below.length > 0 || leaves.includes('message')))) {
      search.faults.push({ kind: 'unread', ...first });
    } else if (isInnermost && !selectsMessage(search.context, object.selections, fields.get('message'))) {
      search.faults.push({ kind: 'unselected', property: object.property });
    }
  }
  return { plan: { isProblem, isFilled, below }, hasLeaf: leaves.length > 0 };
}

function fieldType({ node, parent }: Occurrence): GraphQLOutputType {
  return fieldDefinition(node, parent)?.type ?? GraphQLString;
}

/** Whether every object has an unconditional `message`, unless its type has no such field. */
function selectsMessage(
  { schema }: SelectionContext,
  selections: readonly ObjectSelection[],
  occurrences: readonly Occurrence[] = [],
): boolean {
  const on = new Set(occurrences.flatMap((each) => (each.condition === '' ? [...each.on].map(typeNameAt) : [])));
  const types = selections.flatMap(({ type }) => possibleTypes(schema, type));
  return types.every((each) => on.has(each.name) || !('message' in each.getFields()));
}
