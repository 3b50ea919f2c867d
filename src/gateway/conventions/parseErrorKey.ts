import { placeholdersOf } from './template.ts';

/** A key in the template of an error body. */
export interface ErrorKey {
  text: string;
  /** Whether it is a property of each field that has problems. */
  isGroup: boolean;
  /** Whether it needs problems, as it ends in `?`. */
  needsProblems: boolean;
}

export function parseErrorKey(key: string): ErrorKey {
  const needsProblems = key.endsWith('?');
  const isGroup = placeholdersOf(key).some(({ name }) => name === 'field' || name === 'leaf');
  return { text: needsProblems ? key.slice(0, -1) : key, isGroup, needsProblems };
}
