import { compileTemplate } from '../conventions/template.ts';
import type { VersionPlan } from '../plan/ApiPlan.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import { type ListAddress, ownTarget } from './renderLinks.ts';

/**
 * Compiles the template of the conventions that a body is sent in; undefined where there is none, and for pages. `address` is that
 * of the request.
 */
export function compileBodyTemplate(
  { page }: EndpointPlan,
  { conventions: { body: template } }: VersionPlan,
): ((body: unknown, address: ListAddress) => unknown) | undefined {
  if (page || template === null) return undefined;
  const fill = compileTemplate(template);
  return (body, address) => fill((name) => (name === 'self' ? ownTarget(address) : body));
}
