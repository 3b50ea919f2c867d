import type { SentProperties } from '../request/FieldSelection.ts';

/** The JSON with only these properties of an object, or of each object of a list. */
export function pickProperties(json: unknown, sent: SentProperties): unknown {
  if (Array.isArray(json)) return json.map((item: unknown) => pickProperties(item, sent));
  if (typeof json !== 'object' || json === null) return json;
  const picked: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(json)) {
    const of = sent.get(key);
    if (of !== undefined) picked[key] = of === 'whole' ? value : pickProperties(value, of);
  }
  return picked;
}
