// Values of JSON in documents, such as defaults, listed values and bounds: numbers are compared with all of their digits.
import { isDeepStrictEqual } from 'node:util';
import { canonicalJson } from '../../../http/json.ts';
import { compareNumbers, isJsonNumber } from '../../../http/losslessJson.ts';

/** Whether two values are equal, whatever the order of members and the spelling of numbers is. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (isDeepStrictEqual(one, other)) return true;
  return one !== undefined && other !== undefined && canonicalJson(one) === canonicalJson(other);
}

export function includesValue(list: readonly unknown[], value: unknown): boolean {
  return list.some((each) => isSameValue(each, value));
}

/** Whether a bound is as great as another one; false for what is no number. */
export function isAtLeast(bound: unknown, least: unknown): boolean {
  return isJsonNumber(bound) && isJsonNumber(least) && compareNumbers(bound, least) >= 0;
}
