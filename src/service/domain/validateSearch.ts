import { validateText } from './validateText.ts';

/** In code points. A trigram index serves no shorter text. */
const MIN_LENGTH = 3;
const MAX_LENGTH = 100;

/** Validates the text of a search: returns what is wrong with it, or undefined. */
export function validateSearch(text: string): string | undefined {
  if (text.length < MIN_LENGTH || (text.length < 2 * MIN_LENGTH && [...text].length < MIN_LENGTH)) {
    return `must have at least ${MIN_LENGTH} characters`;
  }
  return validateText(text, MAX_LENGTH);
}
