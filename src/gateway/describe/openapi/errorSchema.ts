import { STATUS_OF_CODE } from '../../errors/codes.ts';
import type { VersionPlan } from '../../plan/ApiPlan.ts';
import { findIfMatch } from '../../plan/findIfMatch.ts';
import { errorStatuses } from '../../plan/ResultPlan.ts';
import type { Schema } from './Schema.ts';

/** The schemas of the placeholders of a template. */
const PLACEHOLDERS: Readonly<Record<string, Schema>> = {
  '{message}': { type: 'string', description: 'A message for people.' },
  '{status}': { type: 'integer', description: 'The status code.' },
};

/** The schema of the bodies that a template of errors renders to. */
export function errorSchema(template: unknown): Schema {
  const { type, ...rest } = schemaOf(template);
  return { ...(type !== undefined && { type }), description: 'An error.', ...rest };
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

/** The schema of problem documents. Errors as data have codes of the upstream, which nothing lists. */
export function problemSchema(versions: readonly VersionPlan[]): Schema {
  const further = versions.flatMap(({ conventions }) => Object.keys(conventions.errors.codes));
  const isConditional = versions.some(({ endpoints }) =>
    endpoints.some(({ parameters }) => findIfMatch(parameters)?.required),
  );
  const own = isConditional ? ['PRECONDITION_REQUIRED'] : [];
  const known = [...new Set([...Object.keys(STATUS_OF_CODE), ...own, ...further])];
  const isOpen = versions.some(({ endpoints }) => endpoints.some(({ result }) => errorStatuses(result).length > 0));
  const code = {
    type: 'string',
    description: 'The code of the error.',
    ...(!isOpen && { enum: known }),
  };
  if (!isOpen) return { ...PROBLEM, properties: { ...PROBLEM.properties, code } };
  const { errors } = PROBLEM.properties;
  const ownCode = { type: 'string', description: 'The code of the problem.' };
  const items = { ...errors.items, properties: { ...errors.items.properties, code: ownCode } };
  return { ...PROBLEM, properties: { ...PROBLEM.properties, code, errors: { ...errors, items } } };
}

const PROBLEM = {
  type: 'object',
  description: 'A problem document (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId', 'errors'],
  properties: {
    type: { type: 'string', description: 'Always `about:blank`.' },
    title: { type: 'string', description: 'The reason phrase of the status.' },
    status: { type: 'integer', description: 'The status code.' },
    detail: { type: 'string', description: 'A message for people.' },
    code: {},
    requestId: { type: 'string', description: 'The id of the request; the log has it too.' },
    errors: {
      type: 'array',
      description: 'All problems of the request.',
      items: {
        type: 'object',
        required: ['message'],
        properties: {
          field: { type: 'string', description: 'The parameter, or the dotted path of the property.' },
          message: { type: 'string', description: 'The expected value.' },
        },
      },
    },
  },
};
