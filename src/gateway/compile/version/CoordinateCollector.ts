import {
  type ArgumentNode,
  type DefinitionNode,
  type DocumentNode,
  type GraphQLCompositeType,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  type GraphQLNamedType,
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
import { memoizeByNode } from '../../document/memoizeByNode.ts';
import { defineCoordinate } from '../../plan/coordinates.ts';

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
    // Grows while it is iterated over.
    const inputs = new Set(this.#inputs);
    for (const type of inputs) {
      if (hasCoordinate(type)) coordinates.add(type.name);
      if (!isInputObjectType(type)) continue;
      for (const field of Object.values(type.getFields())) {
        coordinates.add(`${type.name}.${field.name}`);
        inputs.add(getNamedType(field.type));
      }
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
