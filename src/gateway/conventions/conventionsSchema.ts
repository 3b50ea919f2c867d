import * as z from 'zod';
import { RATE_LIMIT_PATTERN } from '../config/settingFormats.ts';
import { KEYWORDS } from '../errors/ProblemCollector.ts';
import type { Template } from './Conventions.ts';
import { errorTemplateFault } from './errorConventions.ts';
import { pageBodyFault } from './pageBody.ts';
import { templateFault } from './template.ts';

const names = <Key extends string>(...keys: Key[]) =>
  z.strictObject(Object.fromEntries(keys.map((key) => [key, text])) as Record<Key, z.ZodString>).partial();

/** Refuses a template that has a fault. */
function refuseFault(faultOf: (template: Template) => string | undefined) {
  return (template: Template, { addIssue }: z.RefinementCtx): void => {
    const message = faultOf(template);
    if (message !== undefined) addIssue({ code: 'custom', message });
  };
}

function compiles(pattern: string): boolean {
  try {
    return Boolean(new RegExp(`^(?:${pattern})$`, 'u'));
  } catch {
    return false;
  }
}

const mediaType = z
  .string()
  .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:; *[\w!#$&^.+-]+=[\w!#$&^.+-]+)*$/)
  .describe('a media type such as "application/json"');
const mediaTypes = z.array(mediaType).min(1);
const presence = z.enum(['NONE', 'OPTIONAL', 'REQUIRED']);
const handling = z.enum(['refuse', 'ignore']);
const text = z.string().min(1).describe('a non-empty string');
/** A text of a template that is no placeholder. */
const literalText = text.regex(/^[^{}]*$/).describe('a non-empty string without braces');
const filled = text.superRefine(refuseFault(errorTemplateFault));
const styles = z.array(z.enum(['OFFSET', 'PAGE', 'CURSOR'])).min(1);
const count = z.number().int().min(1).describe('an integer of at least 1');
const status = z.number().int().min(400).max(599).describe('an integer from 400 to 599');
const rateLimit = z
  .string()
  .regex(RATE_LIMIT_PATTERN.pattern)
  .describe('requests/seconds, such as "100/60", with at most 99999 seconds');
const date = z.iso.date().describe('a date such as "2027-01-31"');

/** A `conventions.json`: only what differs from the version before. Unknown keys are errors. */
export const conventionsSchema = z
  .strictObject({
    case: z.enum(['schema', 'snake_case']),
    names: z.record(z.string().regex(/^\w+\.\w+$/), text),
    enums: z.record(
      z.string(),
      z.union([z.enum(['schema', 'lowercase', 'snake_case', 'kebab-case']), z.record(z.string(), z.string())]),
    ),
    scalars: z.record(
      z.string(),
      z
        .strictObject({
          type: z.enum(['string', 'integer', 'number', 'boolean', 'any']),
          format: z.string().optional(),
          upstream: z.enum(['date-time', 'unixtime', 'json']).optional(),
          pattern: z.string().refine(compiles, 'must be a regular expression').optional(),
          minimum: z.number().optional(),
          maximum: z.number().optional(),
          maxLength: z.number().int().optional(),
        })
        .refine(
          ({ minimum = -Infinity, maximum = Infinity }) => minimum <= maximum,
          'must not have a minimum above its maximum',
        )
        .refine(
          ({ type, format, upstream }) => upstream !== 'date-time' || (type === 'integer' && format === 'unixtime'),
          'must have the type "integer" and the format "unixtime", as its upstream is "date-time"',
        )
        .refine(
          ({ type, format, upstream }) => upstream !== 'unixtime' || (type === 'string' && format === 'date-time'),
          'must have the type "string" and the format "date-time", as its upstream is "unixtime"',
        )
        .refine(
          ({ type, upstream }) => upstream !== 'json' || type === 'any',
          'must have the type "any", as its upstream is "json"',
        ),
    ),
    page: z
      .strictObject({
        parameters: names('limit', 'offset', 'page', 'cursor', 'before'),
        styles,
        default: count,
        max: count,
        envelope: z
          .strictObject({ items: literalText, info: literalText })
          .refine(({ items, info }) => items !== info, 'must have different names for items and info')
          .nullable(),
        body: z.json().superRefine(refuseFault(pageBodyFault)),
        over: z.enum(['refuse', 'clamp']),
        cursor: z.enum(['bound', 'plain']),
      })
      .partial()
      .refine(({ body = null, envelope }) => body === null || !envelope, {
        path: ['envelope'],
        message: 'excludes page.body',
      }),
    connection: names(
      'first',
      'after',
      'last',
      'before',
      'offset',
      'page',
      'nodes',
      'edges',
      'pageInfo',
      'totalCount',
      'endCursor',
      'startCursor',
      'hasNextPage',
      'hasPreviousPage',
    ),
    expand: text,
    fields: text,
    nulls: z.enum(['keep', 'omit']),
    body: z
      .json()
      .superRefine(
        refuseFault((template) => (template === null ? undefined : templateFault(template, 'body', ['self']))),
      ),
    ignore: z.array(text),
    unknown: z.strictObject({ query: handling, body: handling }).partial(),
    consumes: mediaTypes,
    produces: mediaTypes,
    cache: z.enum(['declared', 'hints']),
    idempotencyKey: presence,
    rateLimit: z.record(z.string(), rateLimit),
    tags: z.record(z.string(), text),
    errors: z
      .strictObject({
        body: z.json().superRefine(refuseFault(errorTemplateFault)),
        invalid: z.literal([400, 422]),
        code: text,
        mediaType,
        codes: z.record(
          z.string(),
          z.union([
            status,
            z.strictObject({ status, code: filled, type: filled, field: filled, message: filled }).partial(),
          ]),
        ),
        messages: names(...KEYWORDS),
      })
      .partial(),
    auth: z
      .strictObject({
        scheme: z
          .string()
          .regex(/^[\w!#$%&'*+.^`|~-]+$/)
          .describe('an authentication scheme such as "Bearer"'),
        default: presence,
      })
      .partial(),
    urls: z.enum(['relative', 'absolute']),
    /** Of this version alone: when it was deprecated, and when it ends. */
    deprecated: date,
    sunset: date,
  })
  .partial()
  // RFC 9745, section 4. Dates of this form sort as texts.
  .refine(({ deprecated, sunset }) => deprecated === undefined || sunset === undefined || deprecated <= sunset, {
    path: ['sunset'],
    message: 'must not be before deprecated',
  });

export type ConventionsInput = z.infer<typeof conventionsSchema>;
