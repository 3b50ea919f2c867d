import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  Kind,
  getNamedType,
  getNullableType,
  getOperationAST,
  isCompositeType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import {
  INVALID,
  type ValidationRun,
  type Validator,
  compileLeafValidator,
  compileListValidator,
  compileNameValidator,
  reject,
} from './Validator.ts';
import {
  type Group,
  type SelectedField,
  type SelectionCondition,
  type Selections,
  TYPENAME,
  collectOccurrences,
  fieldTypeOf,
  groupOccurrences,
} from './selectedFields.ts';

type Data = NonNullable<ExecutionResult['data']>;
type Variables = Readonly<Record<string, unknown>>;

/**
 * Compiles the validator of results of a document with one operation. It returns the data without unselected properties, or throws
 * an error with the response path of the first value that does not match the document and the schema.
 */
export function compileResultValidator(
  schema: GraphQLSchema,
  document: DocumentNode,
): (data: Data, variables: Variables) => Data {
  const { operation, selectionSet, variableDefinitions = [] } = getOperationAST(document)!;
  const defaults = new Map<string, boolean>();
  for (const { variable, defaultValue } of variableDefinitions) {
    if (defaultValue?.kind === Kind.BOOLEAN) defaults.set(variable.name.value, defaultValue.value);
  }
  const selections: Selections = { schema, document, defaults, validators: new Map() };
  const root = schema.getRootType(operation)!;
  const validate = compileCompositeValidator(selections, [root], collectOccurrences(selections, root, selectionSet));
  return (data, variables) => {
    const run: ValidationRun = { variables, path: [], expected: '', found: '' };
    const validated = validate(data, run);
    if (validated !== INVALID) return validated as Data;
    const path = run.path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
    const reason = `data${path} must be ${run.expected}, but is ${run.found}`;
    throw new Error(`The result of the upstream does not match its schema: ${reason}.`);
  };
}

// Validation of objects and their fields. If an object can have several types, its `__typename` decides, where the document selects
// it; otherwise the object may have the fields of any of them.

/** Compiles the validator of an object of one of these types, with these selected fields. */
function compileCompositeValidator(
  selections: Selections,
  types: readonly GraphQLCompositeType[],
  occurrences: readonly SelectedField[],
): Validator {
  const groups = groupOccurrences(selections.schema, types, occurrences);
  const name = types[0]!.name;
  const keys = groups.map((group) => group.occurrences.find(isTypename)?.key);
  const [key] = keys;
  if (groups.length < 2 || key === undefined || keys.some((other) => other !== key)) {
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
    const typeName = (value as Record<string, unknown>)[key];
    if (validateName(typeName, run) !== INVALID) return validators.get(typeName)!(value, run);
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
  for (const field of new Set(groups.flatMap(({ occurrences }) => occurrences))) {
    byKey.set(field.key, [...(byKey.get(field.key) ?? []), field]);
  }
  const fields = [...byKey].map(([key, occurrences]): FieldValidator => {
    const type = fieldTypeOf(occurrences[0]!);
    const isConditional = occurrences.every(({ conditions }) => conditions.length > 0);
    // Whether it is selected on all of the types whenever it is selected on one of them.
    const isOnAll = isConditional
      ? occurrences.every((field) => groups.every((group) => group.occurrences.includes(field)))
      : groups.every((group) => group.occurrences.some((field) => field.key === key && field.conditions.length === 0));
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
  const compiled = second ? undefined : selections.validators.get(only!.node);
  if (compiled) return compiled;
  const types = occurrences.map((field) => getNamedType(fieldTypeOf(field))).filter(isCompositeType);
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

/** A property of an object. */
interface FieldValidator {
  key: string;
  validate: Validator;
  /** The property is selected if all conditions of one of these lists hold; absent: always. */
  selectedWhen?: readonly (readonly SelectionCondition[])[];
  /** Whether a selected property may be absent, because not all possible types have it. */
  optional: boolean;
  /** Description of a valid value. */
  expected: string;
}

/** Validates an object and drops properties that are not selected; without such properties nothing is copied. */
function compileObjectValidator(fields: readonly FieldValidator[], name: string): Validator {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  return (value, run) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return reject(run, value, name);
    const properties = value as Record<string, unknown>;
    let changed: Map<string, unknown> | undefined;
    let selected = 0;
    for (const field of fields) {
      const { key } = field;
      if (field.selectedWhen && !isSelected(field.selectedWhen, run)) continue;
      const found = key in Object.prototype && !Object.hasOwn(properties, key) ? undefined : properties[key];
      if (found === undefined) {
        if (field.optional) continue;
        return reject(run, found, field.expected, key);
      }
      const validated = field.validate(found, run);
      if (validated === INVALID) {
        run.path.unshift(key);
        return INVALID;
      }
      selected++;
      if (validated !== found) (changed ??= new Map()).set(key, validated);
    }
    let present = 0;
    for (const _ in properties) present++;
    if (present === selected && !changed) return properties;
    const kept = Object.entries(properties).filter(([key]) => {
      const field = byKey.get(key);
      return field && (!field.selectedWhen || isSelected(field.selectedWhen, run));
    });
    return Object.fromEntries(kept.map(([key, found]) => [key, changed?.has(key) ? changed.get(key) : found]));
  };
}

function isSelected(alternatives: readonly (readonly SelectionCondition[])[], { variables }: ValidationRun): boolean {
  return alternatives.some((conditions) =>
    conditions.every(({ variable, defaultValue, wanted }) => (variables[variable] ?? defaultValue) === wanted),
  );
}
