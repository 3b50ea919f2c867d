import type { Template } from './Conventions.ts';
import { placeholdersOf } from './template.ts';

/**
 * Whether a part of the template of an error body repeats for each problem: an array of one element with placeholders, and
 * no such array in it.
 */
export function isRepeated(template: Template): boolean {
  if (!Array.isArray(template) || template.length !== 1) return false;
  return placeholdersOf(template).length > 0 && !containsRepeated(template[0]);
}

function containsRepeated(template: Template): boolean {
  if (typeof template !== 'object' || template === null) return false;
  return isRepeated(template) || Object.values(template).some(containsRepeated);
}
