import type { Presence } from '../plan/conventions/Conventions.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import type { ScopeRule } from '../plan/ScopeRule.ts';

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
  const isRestricted = (values: EndpointPlan['expands']) => rulesWith(values, scopes).length > 0;
  const single = expands.filter((value) => isRestricted([value]));
  const together = single.length === 0 && isRestricted(expands) ? [expands.map(({ name }) => name).join()] : [];
  return { auth, expand: [...single.map(({ name }) => name), ...together] };
}

/** ScopeRequirements that all hold: each lists its alternatives, and an alternative its scopes joined by a space. See `x-scopes`. */
type ScopeRequirements = readonly (readonly string[])[];

export interface RequiredScopes {
  always: ScopeRequirements;
  /** What values of `expand`, joined by commas, require on top of that; values that require nothing more are left out. */
  expand: Readonly<Record<string, ScopeRequirements>>;
}

/** The scopes that an endpoint requires of its callers. */
export function describeScopes({ scopes, expands }: Pick<EndpointPlan, 'scopes' | 'expands'>): RequiredScopes {
  const requiredWith = (values: EndpointPlan['expands']) => requirementsOf(rulesWith(values, scopes));
  const always = requiredWith([]);
  const listed = new Set(always.map(String));
  const further = (values: EndpointPlan['expands']) =>
    requiredWith(values).filter((requirement) => !listed.has(String(requirement)));
  const byName = expands.map((value) => [value.name, further([value])] as const);
  // A field behind two conditions is selected only by values of `expand` that are given together.
  for (const requirement of byName.flatMap(([, all]) => all)) listed.add(String(requirement));
  const all = [...byName, [expands.map(({ name }) => name).join(), further(expands)] as const];
  return { always, expand: Object.fromEntries(all.filter(([, requirements]) => requirements.length > 0)) };
}

/** ScopeRequirements for people: `orders:read, products:read`, and `none` where any caller that is known may pass. */
export function formatRequirements(requirements: ScopeRequirements): string {
  const texts = requirements.map((alternatives) =>
    alternatives.map((all) => all.replaceAll(' ', ' and ')).join(' or '),
  );
  return texts.join(', ') || 'none';
}

/** The requirements of some rules, each once, sorted; a rule with an alternative of no scopes always holds. */
function requirementsOf(rules: readonly ScopeRule[]): ScopeRequirements {
  const texts = rules
    .filter(({ anyOf }) => anyOf.every((all) => all.length > 0))
    .map(({ anyOf }) => anyOf.map((all) => all.join(' ')));
  return [...new Map(texts.map((requirement) => [String(requirement), requirement])).values()].sort((a, b) =>
    String(a) < String(b) ? -1 : 1,
  );
}

/** The rules that apply to a request with these values of `expand`. */
function rulesWith(values: EndpointPlan['expands'], rules: readonly ScopeRule[]): ScopeRule[] {
  const expanded = new Set(values.flatMap(({ variables }) => variables));
  return rules.filter(({ when }) =>
    when.every(
      ({ variable, leftOutWhen, defaultValue }) => (expanded.has(variable) ? true : defaultValue) !== leftOutWhen,
    ),
  );
}
