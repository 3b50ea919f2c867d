import { type GraphQLSchema, getOperationAST, parse } from 'graphql';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';

/** The endpoint that queries a root field by itself, out of those of a version; undefined where none does. */
export function findEndpoint(
  endpoints: readonly EndpointPlan[],
  coordinate: string,
  schema: GraphQLSchema,
): EndpointPlan | undefined {
  return endpoints.find((endpoint) => {
    const [operation] = Object.values(endpoint.operations);
    const type = schema.getRootType(endpoint.operationType as never);
    const { selections } = getOperationAST(parse(operation!))!.selectionSet;
    return (
      selections.length === 1 &&
      selections.some((each) => each.kind === 'Field' && `${type?.name}.${each.name.value}` === coordinate)
    );
  });
}
