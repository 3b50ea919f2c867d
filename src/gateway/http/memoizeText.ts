/** Texts that a function remembers, and their length in UTF-16 code units: clients choose them. */
const MAX_TEXTS = 100;
const MAX_TEXT_LENGTH = 200;

/**
 * A pure function of a header, or of another text that clients send again and again, which remembers its results. At the bound it
 * forgets all of them. A result is shared, so nothing may change it; undefined is not remembered.
 */
export function memoizeText<Text extends string | undefined, Value>(
  compute: (text: Text) => Value,
): (text: Text) => Value {
  const results = new Map<Text, Value>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const value = compute(text);
    if ((text?.length ?? 0) > MAX_TEXT_LENGTH) return value;
    if (results.size >= MAX_TEXTS) results.clear();
    results.set(text, value);
    return value;
  };
}
