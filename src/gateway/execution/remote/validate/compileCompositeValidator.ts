// Validation of objects and their fields. If an object can have several types, its `__typename` decides, where the document selects
// it; otherwise the object may have the fields of any of them.
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
import { type Validator, INVALID, reject } from './Validator.ts';
import { type SelectedField, type Selections, collectOccurrences } from './collectOccurrences.ts';
import { compileLeafValidator, compileNameValidator } from './compileLeafValidator.ts';
import { compileListValidator } from './compileListValidator.ts';
import { type FieldValidator, compileObjectValidator } from './compileObjectValidator.ts';
import { TYPENAME, fieldTypeOf } from './fieldTypeOf.ts';
import { type Group, groupOccurrences } from './groupOccurrences.ts';

/** Compiles the validator of an object of one of these types, with these selected fields. */
export function compileCompositeValidator(
  selections: Selections,
  types: readonly GraphQLCompositeType[],
  occurrences: readonly SelectedField[],
): Validator {
  const groups = groupOccurrences(selections.schema, types, occurrences);
  const name = types[0]!.name;
  const keys = groups.map((group) => group.occurrences.find(isTypename)?.key);
  const [key] = keys;
  if (groups.length < 2 || key === undefined || keys.some((each) => each !== key)) {
    return compileGroups(selections, name, groups);
  }
  const validators = new Map<unknown, Validator>();
  for (const group of groups) {
    const validate = compileGroups(selections, name, [group]);
    for (const type of group.types) validators.set(type.name, validate);
  }
  const validateName = compileNameValidator(new Set(validators.keys()), `the name of a type of ${name}`);
  return (value, run) => {
    if (typeof value !== 'object' || value === null) return reject(run, value, name);
    const own = (value as Record<string, unknown>)[key];
    if (validateName(own, run) !== INVALID) return validators.get(own)!(value, run);
    run.path.unshift(key);
    return INVALID;
  };
}

/** A `__typename` that is always selected. */
function isTypename({ node, conditions }: SelectedField): boolean {
  return node.name.value === TYPENAME && conditions.length === 0;
}

/** Validates an object of any of these groups. */
function compileGroups(selections: Selections, name: string, groups: readonly Group[]): Validator {
  const possible = groups.flatMap(({ types }) => types);
  const byKey = new Map<string, SelectedField[]>();
  for (const each of new Set(groups.flatMap(({ occurrences }) => occurrences))) {
    byKey.set(each.key, [...(byKey.get(each.key) ?? []), each]);
  }
  const fields = [...byKey].map(([key, occurrences]): FieldValidator => {
    const type = fieldTypeOf(occurrences[0]!);
    const isConditional = occurrences.every(({ conditions }) => conditions.length > 0);
    // Whether it is selected on all of the types whenever it is selected on one of them.
    const isOnAll = isConditional
      ? occurrences.every((each) => groups.every((group) => group.occurrences.includes(each)))
      : groups.every((group) => group.occurrences.some((each) => each.key === key && each.conditions.length === 0));
    return {
      key,
      validate: compileValueValidator(selections, type, occurrences, possible),
      ...(isConditional && { selectedWhen: occurrences.map(({ conditions }) => conditions) }),
      optional: !isOnAll,
      expected: String(type ?? 'present'),
    };
  });
  return compileObjectValidator(fields, name);
}

/** Validates the value of a field with these occurrences, on an object of one of these types. */
function compileValueValidator(
  selections: Selections,
  type: GraphQLOutputType | undefined,
  occurrences: readonly SelectedField[],
  types: readonly GraphQLObjectType[],
): Validator {
  if (!type) return (value) => value;
  if (isNonNullType(type)) {
    const validate = compilePresentValidator(selections, getNullableType(type), occurrences, types);
    return (value, run) => (value === null ? reject(run, value, String(type)) : validate(value, run));
  }
  const validate = compilePresentValidator(selections, type, occurrences, types);
  return (value, run) => (value === null ? null : validate(value, run));
}

/** The same for a value that is not null. */
function compilePresentValidator(
  selections: Selections,
  type: GraphQLOutputType,
  occurrences: readonly SelectedField[],
  types: readonly GraphQLObjectType[],
): Validator {
  if (isListType(type)) {
    return compileListValidator(compileValueValidator(selections, type.ofType, occurrences, types), String(type));
  }
  if (occurrences[0]?.node.name.value === TYPENAME) {
    return compileNameValidator(new Set(types.map(({ name }) => name)), 'the name of its type');
  }
  return isLeafType(type) ? compileLeafValidator(type) : compileObjectFields(selections, occurrences);
}

/** The same for an object: the fields of all occurrences. */
function compileObjectFields(selections: Selections, occurrences: readonly SelectedField[]): Validator {
  const [only, second] = occurrences;
  const known = second ? undefined : selections.validators.get(only!.node);
  if (known) return known;
  const types = occurrences.map((each) => getNamedType(fieldTypeOf(each))).filter(isCompositeType);
  const inner = occurrences.flatMap(({ node, conditions }, index) =>
    // A condition applies to fields that only its own occurrence selects.
    collectOccurrences(selections, types[index]!, node.selectionSet!, {
      types: [types[index]!],
      conditions: second ? conditions : [],
    }),
  );
  const validate = compileCompositeValidator(selections, types, inner);
  if (!second) selections.validators.set(only!.node, validate);
  return validate;
}
