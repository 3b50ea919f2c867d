import { describedOwner } from './describedOwner.ts';
import type { InputValue } from './fields.ts';

const END = new Set('to that which who for in on from with related whose where of by at into used'.split(' '));

/** The objects that the id may be of, by its description: "ID of the checkout or order" is checkout, and order. */
export function describedOwners(input: InputValue): string[][] {
  const phrase = describedOwner(input);
  const end = phrase.findIndex((word) => END.has(word));
  const text = (end < 0 ? phrase : phrase.slice(0, end)).join(' ');
  return text
    .split(/ or (?:an? |the )?/)
    .map((each) => each.split(' '))
    .filter(([first]) => first !== '');
}
