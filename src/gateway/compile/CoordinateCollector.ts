import {
  type ArgumentNode,
  type DocumentNode,
  type GraphQLCompositeType,
  type GraphQLInputType,
  type GraphQLSchema,
  type GraphQLType,
  TypeInfo,
  getNamedType,
  isAbstractType,
  isInputObjectType,
  isIntrospectionType,
  isSpecifiedScalarType,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { defineCoordinate } from '../plan/defineCoordinate.ts';

/**
 * Collects the schema coordinates that valid operations use, with their definitions: types, fields, arguments, and the input
 * types of variables with all that they refer to. Where a field is selected on an abstract type, it and the possible types are
 * used as well: their scopes count. See the GraphQL specification, section 3.14, Schema Coordinates.
 */
export class CoordinateCollector {
  readonly #schema: GraphQLSchema;
  readonly #definitions = new Map<string, string>();
  /** The input types of which all fields are added. */
  readonly #complete = new Set<GraphQLInputType>();

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** By coordinate, in alphabetical order. */
  get collected(): Record<string, string> {
    return Object.fromEntries([...this.#definitions].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  addDocument(document: DocumentNode): void {
    const info = new TypeInfo(this.#schema);
    const addCondition = () => this.#addType(info.getType());
    visit(
      document,
      visitWithTypeInfo(info, {
        OperationDefinition: addCondition,
        FragmentDefinition: addCondition,
        InlineFragment: addCondition,
        VariableDefinition: ({ type }) => {
          this.#addInput(typeFromAST(this.#schema, type) as GraphQLInputType);
          return false;
        },
        Field: ({ name, arguments: given = [] }) => {
          this.#addField(info.getParentType()!, name.value, given);
          this.#addType(info.getType());
        },
        Argument: () => void (info.getDirective() || this.#addType(info.getInputType())),
        ObjectField: ({ name }) => {
          this.#add(`${getNamedType(info.getParentInputType()!).name}.${name.value}`);
          this.#addType(info.getInputType());
        },
      }),
    );
  }

  /** A field of an object or interface type, and where that is abstract, of every type that can be behind it. */
  #addField(parent: GraphQLCompositeType, name: string, given: readonly ArgumentNode[]): void {
    if (name.startsWith('__') || isIntrospectionType(parent)) return;
    const field = `${parent.name}.${name}`;
    this.#add(field);
    for (const argument of given) this.#add(`${field}(${argument.name.value}:)`);
    if (!isAbstractType(parent)) return;
    for (const type of this.#schema.getPossibleTypes(parent)) {
      this.#addType(type);
      this.#add(`${type.name}.${name}`);
    }
  }

  #addType(type: GraphQLType | null | undefined): void {
    const named = type && getNamedType(type);
    if (named && !isSpecifiedScalarType(named) && !isIntrospectionType(named)) this.#add(named.name);
  }

  /** An input type with everything that a client can send of it. */
  #addInput(type: GraphQLInputType): void {
    const named = getNamedType(type);
    const isKnown = this.#complete.has(named);
    this.#complete.add(named);
    this.#addType(named);
    if (isKnown || !isInputObjectType(named)) return;
    for (const field of Object.values(named.getFields())) {
      this.#add(`${named.name}.${field.name}`);
      this.#addInput(field.type);
    }
  }

  #add(coordinate: string): void {
    if (this.#definitions.has(coordinate)) return;
    this.#definitions.set(coordinate, defineCoordinate(this.#schema, coordinate)!);
  }
}
