import type { Schema } from './Schema.ts';

/** What the placeholders of a template stand for in an error. */
const PLACEHOLDERS: Readonly<Record<string, Schema>> = {
  '{message}': { type: 'string', description: 'A message for people.' },
  '{status}': { type: 'integer', description: 'The status code.' },
};

/** The schema of what `renderTemplate` makes of a template of error bodies. */
export function errorSchema(template: unknown): Schema {
  const { type, ...rest } = schemaOf(template);
  return { ...(type !== undefined && { type }), description: 'What went wrong.', ...rest };
}

function schemaOf(template: unknown): Schema {
  if (typeof template === 'string') return PLACEHOLDERS[template] ?? { type: 'string' };
  if (Array.isArray(template)) {
    return template.length === 1
      ? { type: 'array', items: schemaOf(template[0]) }
      : { type: 'array', prefixItems: template.map(schemaOf), minItems: template.length, maxItems: template.length };
  }
  if (typeof template !== 'object' || template === null) return { const: template };
  const entries = Object.entries(template);
  const fixed = entries.filter(([key]) => !key.includes('{field}'));
  const [byField] = entries.filter(([key]) => key.includes('{field}'));
  return {
    type: 'object',
    ...(fixed.length > 0 && { required: fixed.map(([key]) => key) }),
    properties: Object.fromEntries(fixed.map(([key, value]) => [key, schemaOf(value)])),
    ...(byField && { additionalProperties: schemaOf(byField[1]) }),
  };
}
