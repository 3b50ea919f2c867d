// What the operations of a version use of the schema: the types that plans name, and schema coordinates.
import {
  type ASTNode,
  type ArgumentNode,
  type DefinitionNode,
  type DocumentNode,
  type GraphQLCompositeType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  TypeInfo,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isIntrospectionType,
  isRequiredInputField,
  isScalarType,
  isSpecifiedScalarType,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { TypeConventions } from '../plan/conventions/Conventions.ts';
import { isSpecifiedScalar, scalarConvention } from '../plan/conventions/scalarConversions.ts';
import { enumTexts, fieldOnWire, isNeverNull } from '../plan/conventions/wireNames.ts';
import { memoizeByNode } from './document/memoizeByNode.ts';
import type { EnumPlan, InputFieldPlan, InputObjectPlan, TypeTable } from '../plan/TypeTable.ts';
import { inputTypesWithin } from '../execute/inputTypes.ts';
import { defineCoordinate } from '../plan/coordinates.ts';
import { readConstant, wireConstant } from './parameters/constants.ts';

/** The custom scalars that no convention names, and where each is used first. */
export type UnknownScalars = Map<string, ASTNode | undefined>;

/** Two fields with one property name. */
export interface NameClash {
  fields: readonly [string, string];
  wireName: string;
}

/** Collects the types of a version's `TypeTable`: enums, and input objects with all types that they refer to. */
export class TypeCollector {
  readonly #conventions: TypeConventions;
  readonly #enums: Record<string, EnumPlan> = {};
  readonly #inputs: Record<string, InputObjectPlan> = {};
  readonly #unknownScalars: UnknownScalars;
  /** By the name of an input object, the fields that have the property name of another one. */
  readonly clashes = new Map<string, NameClash[]>();
  /** Grows with each type that is added. */
  readonly table: TypeTable = { enums: this.#enums, inputs: this.#inputs };

  /** `unknownScalars` collects those of several versions. */
  constructor(conventions: TypeConventions, unknownScalars: UnknownScalars = new Map()) {
    this.#conventions = conventions;
    this.#unknownScalars = unknownScalars;
  }

  /** Adds the named type of `type`, which is used at `node`, unless it is there already; a scalar is no part of the table. */
  add(type: GraphQLType, node?: ASTNode): void {
    const used = getNamedType(type);
    if (isInputObjectType(used) && Object.hasOwn(this.#inputs, used.name)) return;
    for (const named of isInputType(used) ? inputTypesWithin([used]) : []) {
      if (isScalarType(named)) {
        const isSpecified = isSpecifiedScalar(named.name) || named.name === 'Upload';
        const isKnown = isSpecified || scalarConvention(named.name, this.#conventions);
        if (!isKnown && !this.#unknownScalars.has(named.name)) this.#unknownScalars.set(named.name, node);
      } else if (isEnumType(named)) {
        this.#enums[named.name] ??= {
          ...(named.description && { description: named.description }),
          values: Object.fromEntries(enumTexts(named, this.#conventions)),
        };
      } else if (!Object.hasOwn(this.#inputs, named.name)) this.#inputs[named.name] = this.#inputObject(named);
    }
  }

  #inputObject(type: GraphQLInputObjectType): InputObjectPlan {
    const names = new Map<string, string>();
    for (const { name } of Object.values(type.getFields())) {
      const wireName = fieldOnWire(type.name, name, this.#conventions);
      const other = names.get(wireName);
      names.set(wireName, name);
      if (other === undefined) continue;
      this.clashes.set(type.name, [...(this.clashes.get(type.name) ?? []), { fields: [other, name], wireName }]);
    }
    return {
      ...(type.description && { description: type.description }),
      ...(type.isOneOf && { isOneOf: true }),
      fields: Object.values(type.getFields()).map((field): InputFieldPlan => {
        const { defaultValue } = field.astNode ?? {};
        const fallback = wireConstant(defaultValue && readConstant(defaultValue), field.type, this.#conventions);
        // An input whose default is null can be null.
        const isNonNull = field.defaultValue !== null && isNeverNull(type.name, field.name, this.#conventions);
        return {
          name: field.name,
          wireName: fieldOnWire(type.name, field.name, this.#conventions),
          type: isNonNull ? `${String(getNullableType(field.type))}!` : String(field.type),
          required: isRequiredInputField(field),
          ...(field.description && { description: field.description }),
          ...(fallback !== undefined && { default: fallback }),
          ...(field.deprecationReason != null && { deprecated: field.deprecationReason }),
        };
      }),
    };
  }
}

/**
 * Collects the schema coordinates that valid operations use, with their definitions: types, fields, arguments, and the input
 * types of variables with all that they refer to. Where a field is selected on an abstract type, it and the possible types are
 * used as well: their scopes count. See the GraphQL specification, section 3.14, Schema Coordinates.
 */
export class CoordinateCollector {
  readonly #schema: GraphQLSchema;
  readonly #coordinates = new Set<string>();
  /** The types of variables, of which all fields are used. */
  readonly #inputs = new Set<GraphQLNamedInputType>();

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** By coordinate, in alphabetical order. */
  get collected(): Record<string, string> {
    const coordinates = new Set(this.#coordinates);
    for (const type of inputTypesWithin(this.#inputs)) {
      if (hasCoordinate(type)) coordinates.add(type.name);
      if (!isInputObjectType(type)) continue;
      for (const name of Object.keys(type.getFields())) coordinates.add(`${type.name}.${name}`);
    }
    return Object.fromEntries([...coordinates].sort().map((name) => [name, defineCoordinate(this.#schema, name)!]));
  }

  /** Adds all that another collector of the same schema has. */
  addAll(other: CoordinateCollector): void {
    for (const coordinate of other.#coordinates) this.#coordinates.add(coordinate);
    for (const type of other.#inputs) this.#inputs.add(type);
  }

  addDocument({ definitions }: DocumentNode): void {
    for (const definition of definitions) this.addAll(collectedIn(definition, this.#schema));
  }

  addDefinition(definition: DefinitionNode): void {
    const info = new TypeInfo(this.#schema);
    const addCondition = () => this.#addType(info.getType());
    visit(
      definition,
      visitWithTypeInfo(info, {
        OperationDefinition: addCondition,
        FragmentDefinition: addCondition,
        InlineFragment: addCondition,
        VariableDefinition: ({ type }) => {
          this.#inputs.add(getNamedType(typeFromAST(this.#schema, type) as GraphQLInputType));
          return false;
        },
        Field: ({ name, arguments: args = [] }) => {
          this.#addField(info.getParentType()!, name.value, args);
          this.#addType(info.getType());
        },
        Argument: () => void (info.getDirective() || this.#addType(info.getInputType())),
        ObjectField: ({ name }) => {
          this.#coordinates.add(`${getNamedType(info.getParentInputType()!).name}.${name.value}`);
          this.#addType(info.getInputType());
        },
      }),
    );
  }

  /** A field of an object or interface type, and where that is abstract, of every type that can be behind it. */
  #addField(parent: GraphQLCompositeType, name: string, args: readonly ArgumentNode[]): void {
    if (name.startsWith('__') || isIntrospectionType(parent)) return;
    const field = `${parent.name}.${name}`;
    this.#coordinates.add(field);
    for (const argument of args) this.#coordinates.add(`${field}(${argument.name.value}:)`);
    if (!isAbstractType(parent)) return;
    for (const type of this.#schema.getPossibleTypes(parent)) {
      this.#addType(type);
      this.#coordinates.add(`${type.name}.${name}`);
    }
  }

  #addType(type: GraphQLType | null | undefined): void {
    const named = type && getNamedType(type);
    if (named && hasCoordinate(named)) this.#coordinates.add(named.name);
  }
}

/** What one definition uses. */
const collectedIn = memoizeByNode((definition: DefinitionNode, schema: GraphQLSchema): CoordinateCollector => {
  const collector = new CoordinateCollector(schema);
  collector.addDefinition(definition);
  return collector;
});

function hasCoordinate(type: GraphQLNamedType): boolean {
  return !isSpecifiedScalarType(type) && !isIntrospectionType(type);
}
