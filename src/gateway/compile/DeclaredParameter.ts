import type { GraphQLInputType, VariableDefinitionNode } from 'graphql';
import type { ParameterPlan } from '../plan/ParameterPlan.ts';

/** A variable that clients fill, and the parameter that it becomes. */
export interface DeclaredParameter {
  node: VariableDefinitionNode;
  type: GraphQLInputType;
  plan: ParameterPlan;
}
