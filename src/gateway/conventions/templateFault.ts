import type { Template } from './Conventions.ts';
import { placeholdersOf } from './template.ts';

/**
 * What is wrong with a template of a body, to follow its name: a placeholder that it does not have, or `content`, such as `body`,
 * not exactly once, as a value of its own. Undefined for a template that is right.
 */
export function templateFault(template: Template, content: string, others: readonly string[] = []): string | undefined {
  const unknown = placeholdersOf(template).find(({ name }) => name !== content && !others.includes(name));
  if (unknown) return `has no placeholder {${unknown.name}}`;
  const isOnce = placeholdersOf(template).filter(({ name }) => name === content).length === 1;
  return isOnce && holds(template, `{${content}}`) ? undefined : `must have the value "{${content}}" exactly once`;
}

function holds(template: Template, text: string): boolean {
  if (typeof template !== 'object' || template === null) return template === text;
  return Object.values(template).some((each) => holds(each, text));
}
