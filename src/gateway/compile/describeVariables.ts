import {
  type GraphQLSchema,
  type OperationDefinitionNode,
  TypeInfo,
  getNamedType,
  isInputObjectType,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** The descriptions of the arguments and input fields that variables are used in, by variable. */
export function describeVariables(schema: GraphQLSchema, operation: OperationDefinitionNode): Map<string, string> {
  const descriptions = new Map<string, string>();
  const info = new TypeInfo(schema);
  visit(
    operation,
    visitWithTypeInfo(info, {
      // The arguments of directives describe conditions, not parameters.
      Directive: () => false,
      Variable(node, _key, parent) {
        const field = parent && 'kind' in parent && parent.kind === 'ObjectField' ? parent.name.value : undefined;
        const object = getNamedType(info.getParentInputType());
        const own = field !== undefined && isInputObjectType(object) ? object.getFields()[field] : info.getArgument();
        if (own?.description) descriptions.set(node.name.value, own.description);
      },
    }),
  );
  return descriptions;
}
