import {
  type ASTNode,
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
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

type TypePlans = Map<GraphQLNamedType, EnumPlan | InputObjectPlan>;

/** Collects the types of a version's `TypeTable`: enums, and input objects with all types that they refer to. */
export class TypeCollector {
  readonly #conventions: TypeConventions;
  readonly #plans: TypePlans;
  readonly #enums: Record<string, EnumPlan> = {};
  readonly #inputs: Record<string, InputObjectPlan> = {};
  readonly #unknownScalars = new Map<string, ASTNode | undefined>();
  /** Grows with each type that is added. */
  readonly table: TypeTable = { enums: this.#enums, inputs: this.#inputs };

  constructor({ case: style, names, enums, scalars }: TypeConventions, plans: TypePlans = new Map()) {
    this.#conventions = { case: style, names, enums, scalars };
    this.#plans = plans;
  }

  /** A collector for one part of a version. It shares the plans of types, which are the same under the same conventions. */
  createPart(conventions: TypeConventions): TypeCollector {
    return new TypeCollector(conventions, this.#plans);
  }

  /** The custom scalars that no convention names, and where each is used first. */
  get unknownScalars(): ReadonlyMap<string, ASTNode | undefined> {
    return this.#unknownScalars;
  }

  /** Adds the named type of `type`, which is used at `node`, unless it is there already; a scalar is no part of the table. */
  add(type: GraphQLType, node?: ASTNode): void {
    const named = getNamedType(type);
    if (isScalarType(named)) this.#addScalar(named, node);
    else if (isEnumType(named)) this.#enums[named.name] ??= this.#described(named, () => this.#enum(named));
    else if (isInputObjectType(named) && !Object.hasOwn(this.#inputs, named.name)) {
      // The object is entered before the types of its fields, so that it can refer to itself.
      this.#inputs[named.name] = this.#described(named, () => this.#inputObject(named));
      for (const field of Object.values(named.getFields())) this.add(field.type, node);
    }
  }

  /** Adds all that another collector of the same conventions has, in its order. */
  addAll({ table, unknownScalars }: TypeCollector): void {
    addMissing(this.#enums, table.enums);
    addMissing(this.#inputs, table.inputs);
    for (const [name, node] of unknownScalars) {
      if (!this.#unknownScalars.has(name)) this.#unknownScalars.set(name, node);
    }
  }

  #addScalar({ name }: GraphQLScalarType, node: ASTNode | undefined): void {
    if (isSpecifiedScalar(name) || scalarConvention(name, this.#conventions) || this.#unknownScalars.has(name)) return;
    this.#unknownScalars.set(name, node);
  }

  #described<Plan extends EnumPlan | InputObjectPlan>(type: GraphQLNamedType, describe: () => Plan): Plan {
    const plan = this.#plans.get(type) ?? describe();
    this.#plans.set(type, plan);
    return plan as Plan;
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

function addMissing<Plan>(all: Record<string, Plan>, added: Readonly<Record<string, Plan>>): void {
  for (const [name, plan] of Object.entries(added)) if (!Object.hasOwn(all, name)) all[name] = plan;
}
