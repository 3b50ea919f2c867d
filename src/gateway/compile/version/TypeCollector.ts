import {
  type ASTNode,
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLScalarType,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isRequiredInputField,
  isScalarType,
} from 'graphql';
import type { TypeConventions } from '../../conventions/Conventions.ts';
import { scalarConvention } from '../../conventions/scalarConversions.ts';
import { enumTexts, fieldOnWire } from '../../conventions/wireNames.ts';
import type { EnumPlan, InputFieldPlan, InputObjectPlan, TypeTable } from '../../plan/TypeTable.ts';
import { isSpecifiedScalar } from '../../plan/bounds.ts';
import { wireConstant } from '../parameters/constants.ts';

/** The custom scalars that no convention names, and where each is used first. */
export type UnknownScalars = Map<string, ASTNode | undefined>;

/** Collects the types of a version's `TypeTable`: enums, and input objects with all types that they refer to. */
export class TypeCollector {
  readonly #conventions: TypeConventions;
  readonly #enums: Record<string, EnumPlan> = {};
  readonly #inputs: Record<string, InputObjectPlan> = {};
  readonly #unknownScalars: UnknownScalars;
  /** Grows with each type that is added. */
  readonly table: TypeTable = { enums: this.#enums, inputs: this.#inputs };

  /** `unknownScalars` collects those of several versions. */
  constructor(conventions: TypeConventions, unknownScalars: UnknownScalars = new Map()) {
    this.#conventions = conventions;
    this.#unknownScalars = unknownScalars;
  }

  /** Adds the named type of `type`, which is used at `node`, unless it is there already; a scalar is no part of the table. */
  add(type: GraphQLType, node?: ASTNode): void {
    const named = getNamedType(type);
    if (isScalarType(named)) this.#addScalar(named, node);
    else if (isEnumType(named)) this.#enums[named.name] ??= this.#enum(named);
    else if (isInputObjectType(named) && !Object.hasOwn(this.#inputs, named.name)) {
      // The object is entered before the types of its fields, so that it can refer to itself.
      this.#inputs[named.name] = this.#inputObject(named);
      for (const field of Object.values(named.getFields())) this.add(field.type, node);
    }
  }

  #addScalar({ name }: GraphQLScalarType, node: ASTNode | undefined): void {
    if (isSpecifiedScalar(name) || scalarConvention(name, this.#conventions) || this.#unknownScalars.has(name)) return;
    this.#unknownScalars.set(name, node);
  }

  #enum(type: GraphQLEnumType): EnumPlan {
    return {
      ...(type.description && { description: type.description }),
      values: Object.fromEntries(enumTexts(type, this.#conventions)),
    };
  }

  #inputObject(type: GraphQLInputObjectType): InputObjectPlan {
    return {
      ...(type.description && { description: type.description }),
      ...(type.isOneOf && { isOneOf: true }),
      fields: Object.values(type.getFields()).map((field): InputFieldPlan => {
        const fallback = wireConstant(field.astNode?.defaultValue, field.type, this.#conventions);
        return {
          name: field.name,
          wireName: fieldOnWire(type.name, field.name, this.#conventions),
          type: String(field.type),
          required: isRequiredInputField(field),
          ...(field.description && { description: field.description }),
          ...(fallback !== undefined && { default: fallback }),
          ...(field.deprecationReason && { deprecated: true }),
        };
      }),
    };
  }
}
