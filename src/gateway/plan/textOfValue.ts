import type { ParameterValue } from './Constraints.ts';

/** The way back from `values`: the first text of a value; undefined where none stands for it. */
export function textOfValue(values: readonly ParameterValue[]): (value: unknown) => string | undefined {
  const texts = new Map(values.toReversed().map(({ text, value }) => [JSON.stringify(value), text]));
  return (value) => texts.get(JSON.stringify(value));
}
