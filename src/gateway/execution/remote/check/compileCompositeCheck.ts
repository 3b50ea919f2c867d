// Checks of objects and of what is in them. Where the type of an object can be any of several, its `__typename` decides, if
// the document selects it; without that, an object may have what is selected on any of them.
import {
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { type Check, INVALID, reject } from './Check.ts';
import { type Occurrence, type Selections, collectOccurrences } from './collectOccurrences.ts';
import { compileLeafCheck, compileNameCheck } from './compileLeafCheck.ts';
import { compileListCheck } from './compileListCheck.ts';
import { type FieldCheck, compileObjectCheck } from './compileObjectCheck.ts';
import { TYPENAME, fieldTypeOf } from './fieldTypeOf.ts';
import { type Group, groupOccurrences } from './groupOccurrences.ts';

/** Compiles the check of an object of one of these types, of which these fields are selected. */
export function compileCompositeCheck(
  selections: Selections,
  types: readonly GraphQLCompositeType[],
  occurrences: readonly Occurrence[],
): Check {
  const groups = groupOccurrences(selections.schema, types, occurrences);
  const name = types[0]!.name;
  const keys = groups.map((group) => group.occurrences.find(isTypename)?.key);
  const [key] = keys;
  if (groups.length < 2 || key === undefined || keys.some((each) => each !== key)) {
    return compileGroups(selections, name, groups);
  }
  const checks = new Map<unknown, Check>();
  for (const group of groups) {
    const check = compileGroups(selections, name, [group]);
    for (const type of group.types) checks.set(type.name, check);
  }
  const checkName = compileNameCheck(new Set(checks.keys()), `the name of a type of ${name}`);
  return (value, run) => {
    if (typeof value !== 'object' || value === null) return reject(run, value, name);
    const own = (value as Record<string, unknown>)[key];
    if (checkName(own, run) !== INVALID) return checks.get(own)!(value, run);
    run.path.unshift(key);
    return INVALID;
  };
}

/** A `__typename` that is always selected. */
function isTypename({ node, conditions }: Occurrence): boolean {
  return node.name.value === TYPENAME && conditions.length === 0;
}

/** Checks an object that is of any of these groups. */
function compileGroups(selections: Selections, name: string, groups: readonly Group[]): Check {
  const possible = groups.flatMap(({ types }) => types);
  const byKey = new Map<string, Occurrence[]>();
  for (const each of new Set(groups.flatMap(({ occurrences }) => occurrences))) {
    byKey.set(each.key, [...(byKey.get(each.key) ?? []), each]);
  }
  const fields = [...byKey].map(([key, occurrences]): FieldCheck => {
    const type = fieldTypeOf(occurrences[0]!);
    const isConditional = occurrences.every(({ conditions }) => conditions.length > 0);
    // Whenever it is selected on one of the types, it is on all of them.
    const isOnAll = isConditional
      ? occurrences.every((each) => groups.every((group) => group.occurrences.includes(each)))
      : groups.every((group) => group.occurrences.some((each) => each.key === key && each.conditions.length === 0));
    return {
      key,
      check: compileValueCheck(selections, type, occurrences, possible),
      ...(isConditional && { selectedWhen: occurrences.map(({ conditions }) => conditions) }),
      optional: !isOnAll,
      expected: String(type ?? 'there'),
    };
  });
  return compileObjectCheck(fields, name);
}

/** Checks the value of a field that is selected in these places, on an object of one of these types. */
function compileValueCheck(
  selections: Selections,
  type: GraphQLOutputType | undefined,
  occurrences: readonly Occurrence[],
  types: readonly GraphQLObjectType[],
): Check {
  if (!type) return (value) => value;
  if (isNonNullType(type)) {
    const check = compilePresentCheck(selections, getNullableType(type), occurrences, types);
    return (value, run) => (value === null ? reject(run, value, String(type)) : check(value, run));
  }
  const check = compilePresentCheck(selections, type, occurrences, types);
  return (value, run) => (value === null ? null : check(value, run));
}

/** The same, of a value that is not null. */
function compilePresentCheck(
  selections: Selections,
  type: GraphQLOutputType,
  occurrences: readonly Occurrence[],
  types: readonly GraphQLObjectType[],
): Check {
  if (isListType(type)) {
    return compileListCheck(compileValueCheck(selections, type.ofType, occurrences, types), String(type));
  }
  if (occurrences[0]?.node.name.value === TYPENAME) {
    return compileNameCheck(new Set(types.map(({ name }) => name)), 'the name of its type');
  }
  return isLeafType(type) ? compileLeafCheck(type) : compileSelected(selections, occurrences);
}

/** The same, of an object: what is selected in any of the places. */
function compileSelected(selections: Selections, occurrences: readonly Occurrence[]): Check {
  const [only, second] = occurrences;
  const known = second ? undefined : selections.checks.get(only!.node);
  if (known) return known;
  const types = occurrences.map((each) => getNamedType(fieldTypeOf(each))).filter(isCompositeType);
  const inner = occurrences.flatMap(({ node, conditions }, index) =>
    // A condition holds for what only its own place selects.
    collectOccurrences(selections, types[index]!, node.selectionSet!, [types[index]!], second ? conditions : []),
  );
  const check = compileCompositeCheck(selections, types, inner);
  if (!second) selections.checks.set(only!.node, check);
  return check;
}
