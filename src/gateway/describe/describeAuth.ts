import type { Presence } from '../conventions/Conventions.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import { ruleApplies } from './ruleApplies.ts';

/** Whether an endpoint requires a caller. */
export interface DescribedAuth {
  auth: Presence;
  /** The values of `expand` that require one, joined by commas if only together; empty where every request requires one. */
  expand: readonly string[];
}

/** Describes whether an endpoint requires a caller, always or with values of `expand`. */
export function describeAuth({
  auth,
  scopes,
  expands,
}: Pick<EndpointPlan, 'auth' | 'scopes' | 'expands'>): DescribedAuth {
  if (auth === 'REQUIRED') return { auth, expand: [] };
  const isRestricted = (values: EndpointPlan['expands']) => {
    const expanded = new Set(values.flatMap(({ variables }) => variables));
    return scopes.some((rule) => ruleApplies(rule, expanded));
  };
  const single = expands.filter((value) => isRestricted([value]));
  const together = single.length === 0 && isRestricted(expands) ? [expands.map(({ name }) => name).join()] : [];
  return { auth, expand: [...single.map(({ name }) => name), ...together] };
}
