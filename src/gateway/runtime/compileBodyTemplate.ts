import { compileTemplate } from '../conventions/template.ts';
import type { VersionPlan } from '../plan/ApiPlan.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';

/** Compiles the template of the conventions that a body is sent in; undefined where there is none, and for pages. */
export function compileBodyTemplate(
  { page }: EndpointPlan,
  { conventions: { body: template } }: VersionPlan,
): ((body: unknown) => unknown) | undefined {
  if (page || template === null) return undefined;
  const fill = compileTemplate(template);
  return (body) => fill(() => body);
}
