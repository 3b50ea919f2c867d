import type { InputValue } from './fields.ts';

/** The words after "ID of the" in the description of an id, in lower case; empty where there are none. */
export function describedOwner({ description }: InputValue): string[] {
  const text = (description ?? '').toLowerCase();
  const found =
    /\b(?:ids?|identifier)(?: or \w+)? of (?:an? |the |this )?([a-z -]+)/.exec(text)?.[1] ??
    /^(?:an? |the )?([a-z -]+?)(?:'s)? (?:id|identifier)\b/.exec(text)?.[1];
  const phrase = found?.split(/[ -]/).filter((word) => word !== '') ?? [];
  return phrase[0] === 'unique' ? [] : phrase;
}
