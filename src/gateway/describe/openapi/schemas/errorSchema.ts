import type { ErrorConventions, Template } from '../../../plan/conventions/Conventions.ts';
import { parseErrorKey } from '../../../plan/conventions/errorConventions.ts';
import { withoutKeyword } from '../../../plan/conventions/errorPlaceholders.ts';
import { isOptionalText, literalOf, onlyPlaceholder, placeholdersOf } from '../../../plan/conventions/template.ts';
import { STATUS_OF_CODE } from '../../../base/errors/codes.ts';
import type { VersionPlan } from '../../../plan/ApiPlan.ts';
import { listErrors } from '../../../plan/ResultPlan.ts';
import { type Schema, anyOf, nullable } from '../Schema.ts';
import { describeTemplate, tupleSchema } from './templateSchema.ts';

/** The components of every document that no endpoint has. */
export const RESERVED_SCHEMAS = ['Error', 'Problem'] as const;

/** The schemas of errors; versions may have different ones. */
export function sharedSchemas(versions: readonly VersionPlan[]): Record<(typeof RESERVED_SCHEMAS)[number], Schema> {
  const error = anyOf(
    versions.map(({ conventions }) => errorSchema(conventions.errors.body, conventions.errors.codes)),
  );
  return {
    Error: 'anyOf' in error ? { description: 'An error.', ...error } : error,
    Problem: problemSchema(versions),
  };
}

/** The schemas of placeholders that are a value of their own; the others are plain texts. */
const PLACEHOLDERS: Readonly<Record<string, Schema>> = {
  message: { type: 'string', description: 'A message for people.' },
  status: { type: 'integer', description: 'The status code.' },
  code: { type: 'string', description: 'The code of the error.' },
};

/** Placeholders that an error can be without. */
const NULLABLE = new Set(['pointer', 'parameter', 'header', 'resource']);

/** The schema of the bodies that a template of errors renders to. */
export function errorSchema(template: Template, codes: ErrorConventions['codes'] = {}): Schema {
  const types = codeTypes(codes);
  const { schema } = describeTemplate(template, {
    text: (text) => ({ schema: textSchema(text, types), isRequired: !isOptionalText(text) }),
    // The only element repeats for each problem.
    array: (items) => (items.length === 1 ? { type: 'array', items: items[0]!.schema } : tupleSchema(items)),
    key: (key) => {
      const { text: name, needsProblems: canBeAbsent } = parseErrorKey(key);
      return { name: literalOf(name), canBeAbsent };
    },
  });
  const { type, ...others } = schema;
  return { ...(type !== undefined && { type }), description: 'An error.', ...others };
}

/**
 * The schema of problem documents. Errors as data have codes of the upstream, which nothing lists. It is the same without errors as data but
 * for that list, so that an endpoint that has them can be removed.
 */
export function problemSchema(versions: readonly VersionPlan[]): Schema {
  const conventions = versions.map((each) => each.conventions.errors);
  const lists = conventions.map(wireCodes);
  const hasOwnCodes = versions.some(({ endpoints }) => endpoints.some(({ result }) => listErrors(result).length > 0));
  const isOpen = hasOwnCodes || lists.includes(undefined);
  const code = {
    type: 'string',
    description: 'The code of the error.',
    ...(!isOpen && { enum: [...new Set(lists.flatMap((list) => list ?? []))] }),
  };
  const hasTypes = conventions.some(({ codes }) =>
    Object.values(codes).some((each) => typeof each === 'object' && each.type),
  );
  return { ...PROBLEM, properties: { ...PROBLEM.properties, code, ...(hasTypes && { type: TYPE }) } };
}

/** The JSON types of codes: a text, unless the conventions have another for all that they do not list. */
function codeTypes(codes: ErrorConventions['codes']): string[] {
  const types = Object.entries<ErrorConventions['codes'][string]>({ '*': 400, ...codes }).flatMap(
    ([key, convention]) => {
      const code = typeof convention === 'object' ? convention.code : undefined;
      if (code === undefined && withoutKeyword(key) !== key) return [];
      return typeof code === 'number' ? (Number.isInteger(code) ? 'integer' : 'number') : typeof (code ?? '');
    },
  );
  return [...new Set(types)].sort();
}

function textSchema(text: string, codes: readonly string[]): Schema {
  const only = onlyPlaceholder(text);
  const value = only?.isText ? '' : (only?.name ?? '');
  if (isData(value)) return { description: 'A value of the error.' };
  const known = PLACEHOLDERS[value] ?? { type: 'string' };
  const schema = value === 'code' ? { ...known, type: codes.length === 1 ? codes[0] : codes } : known;
  return placeholdersOf(text).some(({ name, isOptional }) => !isOptional && (NULLABLE.has(name) || isData(name)))
    ? nullable(schema)
    : schema;
}

function isData(name: string): boolean {
  return name.startsWith('data.');
}

/** All codes that errors have on the wire; undefined where these can be any. */
function wireCodes(errors: ErrorConventions): string[] | undefined {
  const known = [...Object.keys(STATUS_OF_CODE), ...Object.keys(errors.codes)];
  const texts = known.map((code) => wireCode(code, errors));
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** A code as responses have it; undefined where it depends on the error. */
export function wireCode(code: string, { codes }: ErrorConventions): string | undefined {
  const convention = Object.hasOwn(codes, code) ? codes[code] : codes['*'];
  const text = typeof convention === 'object' ? convention.code : undefined;
  return text === undefined && code !== '*' ? withoutKeyword(code) : literalOf(String(text ?? '{code}'));
}

const TYPE = {
  type: 'string',
  format: 'uri-reference',
  description: 'The kind of the error; `about:blank` for no other.',
};

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
          code: { type: 'string', description: 'The code of an error as data.' },
        },
      },
    },
  },
};
