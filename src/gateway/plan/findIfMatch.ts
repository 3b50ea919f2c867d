import type { ParameterPlan } from './ParameterPlan.ts';

/** The parameter that If-Match is, of an endpoint that leaves this condition to the service behind it. */
export function findIfMatch(parameters: readonly ParameterPlan[]): ParameterPlan | undefined {
  return parameters.find(({ source, name }) => source === 'header' && name.toLowerCase() === 'if-match');
}
