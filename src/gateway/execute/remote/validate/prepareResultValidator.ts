// Validates the results of an upstream: that they have what the document selects, as the schema says.
import {
  type DirectiveNode,
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  Kind,
  type SelectionSetNode,
  getNamedType,
  getNullableType,
  getOperationAST,
  isCompositeType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { isObject } from '../../../http/losslessJson.ts';
import {
  INVALID,
  type ValidationRun,
  type Validator,
  prepareLeafValidator,
  prepareListValidator,
  prepareNameValidator,
  reject,
} from './Validator.ts';

type Data = NonNullable<ExecutionResult['data']>;

/**
 * Prepares the validator of results of a document with one operation. It returns the data without unselected properties, or throws
 * an error with the response path of the first value that does not match the document and the schema.
 */
export function prepareResultValidator(
  schema: GraphQLSchema,
  document: DocumentNode,
): (data: Data, variables: ValidationRun['variables']) => Data {
  const { operation, selectionSet } = getOperationAST(document)!;
  const compiler = new ResultCompiler(schema, document);
  const root = schema.getRootType(operation)!;
  const validate = compiler.composite([root], compiler.collect(root, selectionSet));
  return (data, variables) => {
    const run: ValidationRun = { variables, path: [], expected: '', found: '' };
    const validated = validate(data, run);
    if (validated !== INVALID) return validated as Data;
    const path = run.path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
    const reason = `data${path} must be ${run.expected}, but is ${run.found}`;
    throw new Error(`The result of the upstream does not match its schema: ${reason}.`);
  };
}

/** Each is an `@include` or `@skip` with a variable. All of them must hold: its value is `wanted`. */
type Conditions = readonly { variable: string; defaultValue: boolean; wanted: boolean }[];

/** What is around a selection: the types of fragments, and conditions. */
interface Surrounding {
  types: readonly GraphQLCompositeType[];
  conditions: Conditions;
}

/** One selection of a field. */
interface SelectedField extends Surrounding {
  key: string;
  node: FieldNode;
  /** That of the nearest fragment. */
  parent: GraphQLCompositeType;
}

/** Possible types of an object with the same selected fields. */
interface Group {
  types: GraphQLObjectType[];
  fields: SelectedField[];
}

const TYPENAME = '__typename';

/** Prepares objects and their fields, of one document. */
class ResultCompiler {
  readonly #schema: GraphQLSchema;
  readonly #fragments = new Map<string, FragmentDefinitionNode>();
  /** Default values of Boolean variables. */
  readonly #defaults = new Map<string, boolean>();
  /** Validators of the objects of a field, so that the fields of a fragment are compiled once. */
  readonly #compiled = new Map<FieldNode, Validator>();

  constructor(schema: GraphQLSchema, document: DocumentNode) {
    this.#schema = schema;
    for (const node of document.definitions) {
      if (node.kind === Kind.FRAGMENT_DEFINITION) this.#fragments.set(node.name.value, node);
    }
    for (const { variable, defaultValue } of getOperationAST(document)!.variableDefinitions ?? []) {
      if (defaultValue?.kind === Kind.BOOLEAN) this.#defaults.set(variable.name.value, defaultValue.value);
    }
  }

  /** The fields of a selection set on `parent`, fragments included, under what is around it. */
  collect(
    parent: GraphQLCompositeType,
    { selections }: SelectionSetNode,
    { types, conditions: above }: Surrounding = { types: [], conditions: [] },
  ): SelectedField[] {
    return selections.flatMap((node) => {
      const added = this.#conditionsOf(node.directives);
      if (!added) return [];
      const conditions = [...above, ...added];
      if (node.kind === Kind.FIELD) {
        return [{ key: (node.alias ?? node.name).value, node, parent, types, conditions }];
      }
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : this.#fragments.get(node.name.value)!;
      const type = this.#schema.getType(fragment.typeCondition?.name.value ?? '');
      const inner = isCompositeType(type) ? type : parent;
      return this.collect(inner, fragment.selectionSet, { types: [...types, inner], conditions });
    });
  }

  /** Undefined if the selection never applies. */
  #conditionsOf(directives: readonly DirectiveNode[] = []): Conditions | undefined {
    const conditions: Conditions[number][] = [];
    for (const { name, arguments: args = [] } of directives) {
      const wanted = name.value === GraphQLIncludeDirective.name;
      if (!wanted && name.value !== GraphQLSkipDirective.name) continue;
      const value = args.find((argument) => argument.name.value === 'if')?.value;
      if (value?.kind === Kind.VARIABLE) {
        const variable = value.name.value;
        conditions.push({ variable, defaultValue: this.#defaults.get(variable) ?? false, wanted });
      } else if (value?.kind === Kind.BOOLEAN && value.value !== wanted) return undefined;
    }
    return conditions;
  }

  /**
   * Prepares the validator of an object of one of these types, with these selected fields. If it can have several types, its `__typename`
   * decides, where the document selects it; otherwise the object may have the fields of any of them.
   */
  composite(types: readonly GraphQLCompositeType[], fields: readonly SelectedField[]): Validator {
    const groups = this.#group(types, fields);
    const name = types[0]!.name;
    const keys = new Set(groups.map((group) => group.fields.find(isTypename)?.key));
    const [key] = keys;
    if (groups.length < 2 || keys.size > 1 || key === undefined) return this.#object(groups, name);
    const validators = new Map<unknown, Validator>();
    for (const group of groups) {
      const validate = this.#object([group], name);
      for (const type of group.types) validators.set(type.name, validate);
    }
    const validateName = prepareNameValidator(new Set(validators.keys()), `the name of a type of ${name}`);
    return (value, run) => {
      if (!isObject(value)) return reject(run, value, name);
      const typeName = value[key];
      if (validateName(typeName, run) !== INVALID) return validators.get(typeName)!(value, run);
      run.path.unshift(key);
      return INVALID;
    };
  }

  /** Groups the possible types of an object by their selected fields. */
  #group(types: readonly GraphQLCompositeType[], fields: readonly SelectedField[]): Group[] {
    const groups = new Map<string, Group>();
    const possible = types.flatMap((type) => (isObjectType(type) ? [type] : this.#schema.getPossibleTypes(type)));
    for (const type of new Set(possible)) {
      const isOfType = (condition: GraphQLCompositeType) =>
        isObjectType(condition) ? condition === type : this.#schema.isSubType(condition, type);
      const applying = fields.filter((field) => field.types.every(isOfType));
      const selected = applying.map((field) => fields.indexOf(field)).join();
      const group = groups.get(selected) ?? { types: [], fields: applying };
      group.types.push(type);
      groups.set(selected, group);
    }
    return [...groups.values()];
  }

  /** Prepares the validator of an object of any of these groups. */
  #object(groups: readonly Group[], name: string): Validator {
    const typeNames = new Set(groups.flatMap(({ types }) => types.map((type) => type.name)));
    const byKey = new Map<string, SelectedField[]>();
    for (const field of new Set(groups.flatMap(({ fields }) => fields))) {
      byKey.set(field.key, [...(byKey.get(field.key) ?? []), field]);
    }
    const properties = [...byKey].map(([key, fields]): Property => {
      const type = typeOf(fields[0]!);
      const isName = fields[0]!.node.name.value === TYPENAME;
      const isConditional = fields.every(({ conditions }) => conditions.length > 0);
      // Whether it is selected on all of the types whenever it is selected on one of them.
      const isOnAll = isConditional
        ? fields.every((field) => groups.every((group) => group.fields.includes(field)))
        : groups.every((group) => group.fields.some((field) => field.key === key && field.conditions.length === 0));
      return {
        key,
        validate: isName ? prepareNameValidator(typeNames, 'the name of its type') : this.#value(type, fields),
        ...(isConditional && { selectedWhen: fields.map(({ conditions }) => conditions) }),
        optional: !isOnAll,
        expected: String(type ?? 'present'),
      };
    });
    return prepareObjectValidator(properties, name);
  }

  /** Prepares the validator of the value of a field with these selections. */
  #value(type: GraphQLOutputType | undefined, fields: readonly SelectedField[]): Validator {
    if (!type) return (value) => value;
    const nullable = getNullableType(type);
    const validate = isListType(nullable)
      ? prepareListValidator(this.#value(nullable.ofType, fields), String(nullable))
      : isLeafType(nullable)
        ? prepareLeafValidator(nullable)
        : this.#fieldsOf(fields);
    if (isNonNullType(type)) {
      return (value, run) => (value === null ? reject(run, value, String(type)) : validate(value, run));
    }
    return (value, run) => (value === null ? null : validate(value, run));
  }

  /** Prepares the validator of an object with the fields of all selections of it. */
  #fieldsOf(fields: readonly SelectedField[]): Validator {
    const [only, second] = fields;
    const compiled = second ? undefined : this.#compiled.get(only!.node);
    if (compiled) return compiled;
    const types = fields.map((field) => getNamedType(typeOf(field))).filter(isCompositeType);
    const inner = fields.flatMap(({ node, conditions }, index) =>
      // A condition applies to fields that only its own selection has.
      this.collect(types[index]!, node.selectionSet!, {
        types: [types[index]!],
        conditions: second ? conditions : [],
      }),
    );
    const validate = this.composite(types, inner);
    if (!second) this.#compiled.set(only!.node, validate);
    return validate;
  }
}

/** A `__typename` that is always selected. */
function isTypename({ node, conditions }: SelectedField): boolean {
  return node.name.value === TYPENAME && conditions.length === 0;
}

/** The type of a selected field; undefined for introspection fields. */
function typeOf({ node, parent }: SelectedField): GraphQLOutputType | undefined {
  return isUnionType(parent) ? undefined : parent.getFields()[node.name.value]?.type;
}

/** A property of an object. */
interface Property {
  key: string;
  validate: Validator;
  /** The property is selected if all conditions of one of these lists hold; absent: always. */
  selectedWhen?: readonly Conditions[];
  /** Whether a selected property may be absent, because not all possible types have it. */
  optional: boolean;
  /** Description of a valid value. */
  expected: string;
}

/** Validates an object and drops properties that are not selected; without such properties nothing is copied. */
function prepareObjectValidator(fields: readonly Property[], name: string): Validator {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  return (value, run) => {
    if (!isObject(value)) return reject(run, value, name);
    const properties = value;
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

function isSelected(alternatives: readonly Conditions[], { variables }: ValidationRun): boolean {
  return alternatives.some((conditions) =>
    conditions.every(({ variable, defaultValue, wanted }) => (variables[variable] ?? defaultValue) === wanted),
  );
}
