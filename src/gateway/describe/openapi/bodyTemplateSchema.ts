import type { Template } from '../../conventions/Conventions.ts';
import type { Schema } from './Schema.ts';

/** The schema of a body in the template of the conventions, whose `{body}` has the schema of the body itself. */
export function bodyTemplateSchema(template: Template, body: Schema): Schema {
  if (template === '{body}') return body;
  if (typeof template !== 'object' || template === null) return { const: template };
  if (Array.isArray(template)) {
    const prefixItems = template.map((each) => bodyTemplateSchema(each, body));
    // There are no further items; linters require the keyword all the same.
    return { type: 'array', prefixItems, items: {}, minItems: template.length, maxItems: template.length };
  }
  const properties = Object.entries(template).map(([key, each]) => [key, bodyTemplateSchema(each, body)]);
  return {
    type: 'object',
    required: Object.keys(template),
    properties: Object.fromEntries(properties) as Schema,
  };
}
