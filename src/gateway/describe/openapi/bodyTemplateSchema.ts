import type { Template } from '../../conventions/Conventions.ts';
import { parseText, placeholdersOf } from '../../conventions/template.ts';
import type { Schema } from './Schema.ts';

/**
 * The schema of a body in the template of the conventions, whose `{body}` has the schema of the body itself, and `{self}` that of
 * URLs.
 */
export function bodyTemplateSchema(template: Template, body: Schema, url: Schema): Schema {
  if (template === '{body}') return body;
  const [first, second] = typeof template === 'string' ? parseText(template) : [];
  if (typeof first === 'object' && !second) return { ...url, description: 'The URL of the request.' };
  if (typeof template === 'string' && placeholdersOf(template).length > 0) return { type: 'string' };
  if (typeof template !== 'object' || template === null) return { const: template };
  if (Array.isArray(template)) {
    const prefixItems = template.map((each) => bodyTemplateSchema(each, body, url));
    // There are no further items; linters require the keyword all the same.
    return { type: 'array', prefixItems, items: {}, minItems: template.length, maxItems: template.length };
  }
  const properties = Object.entries(template).map(([key, each]) => [key, bodyTemplateSchema(each, body, url)]);
  return {
    type: 'object',
    required: Object.keys(template),
    properties: Object.fromEntries(properties) as Schema,
  };
}
