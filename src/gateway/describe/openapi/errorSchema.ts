import { STATUS_OF_CODE } from '../../errors/codes.ts';
import type { VersionPlan } from '../../plan/ApiPlan.ts';
import { errorStatuses } from '../../plan/ResultPlan.ts';
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

/** An upstream may have codes of its own: those that the conventions know, and where it tells failure as data, any. */
export function problemSchema(versions: readonly VersionPlan[]): Schema {
  const further = versions.flatMap(({ conventions }) => Object.keys(conventions.errors.codes));
  const known = [...new Set([...Object.keys(STATUS_OF_CODE), ...further])];
  const isOpen = versions.some(({ endpoints }) => endpoints.some(({ result }) => errorStatuses(result).length > 0));
  const code = {
    type: 'string',
    description: 'What went wrong, for machines.',
    ...(!isOpen && { enum: known }),
  };
  if (!isOpen) return { ...PROBLEM, properties: { ...PROBLEM.properties, code } };
  const { errors } = PROBLEM.properties;
  const own = { type: 'string', description: 'What is wrong with this, for machines.' };
  const items = { ...errors.items, properties: { ...errors.items.properties, code: own } };
  return { ...PROBLEM, properties: { ...PROBLEM.properties, code, errors: { ...errors, items } } };
}

const PROBLEM = {
  type: 'object',
  description: 'What went wrong, as RFC 9457 has it.',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId', 'errors'],
  properties: {
    type: { type: 'string', description: 'Always `about:blank`.' },
    title: { type: 'string', description: 'The reason phrase of the status.' },
    status: { type: 'integer', description: 'The status code.' },
    detail: { type: 'string', description: 'A message for people.' },
    code: {},
    requestId: { type: 'string', description: 'The id of the request, as it stands in the log.' },
    errors: {
      type: 'array',
      description: 'Every problem.',
      items: {
        type: 'object',
        required: ['message'],
        properties: {
          field: { type: 'string', description: 'The parameter or the property; dots descend.' },
          message: { type: 'string', description: 'What it should have been.' },
        },
      },
    },
  },
};
