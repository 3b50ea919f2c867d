import * as z from 'zod';
import { RATE_LIMIT_PATTERN } from '../../base/settings/settingFormats.ts';
import { KEYWORDS } from '../../base/errors/ProblemCollector.ts';
import { findNearest } from '../../base/errors/nearNames.ts';
import { parseInterval } from './dateTimes.ts';
import { errorTemplateFault, headerTextFault, inputMessageFault, keywordCodes } from './errorPlaceholders.ts';
import { pageBodyFault, pageHeaderFault } from './pageBody.ts';
import { type Template, templateFault } from './template.ts';

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
/** A name in JSON. */
const name = text.regex(/^\P{Cc}+$/u).describe('a non-empty string without control characters');
/** A text of a template that is no placeholder. */
const literalText = text.regex(/^[^{}]*$/).describe('a non-empty string without braces');
/** A value of a field of HTTP. See RFC 9110, section 5.5. */
const fieldText = z
  .string()
  .regex(/^[!-~](?:[ -~]*[!-~])?$/)
  .describe('a text of printable US-ASCII characters');
const quotaReset = z.strictObject({ name: text, format: z.literal('unixtime') });
const filled = text.superRefine(refuseFault(errorTemplateFault));
/** It is sent as it is; only a text can have placeholders. */
const code = z.union([filled, z.number(), z.boolean()]);
const styles = z.array(z.enum(['OFFSET', 'PAGE', 'CURSOR'])).min(1);
const count = z.number().int().min(1).describe('an integer of at least 1');
const status = z.number().int().min(400).max(599).describe('an integer from 400 to 599');
const rateLimit = z
  .string()
  .regex(RATE_LIMIT_PATTERN.pattern)
  .describe('requests/seconds, such as "100/60", with at most 99999 seconds');
const date = z.iso.date().describe('a date such as "2027-01-31"');

const BROWNOUT = 'a start and a duration such as "2027-01-10T10:00Z/PT1H"';
const brownout = z
  .string()
  .refine((interval) => parseInterval(interval) !== undefined, `must be ${BROWNOUT}`)
  .describe(BROWNOUT);

/** A `conventions.json`: only what differs from the version before. Unknown keys are errors. */
export const conventionsSchema = z
  .strictObject({
    // Of names that a document does not choose by an alias or `@param(name:)`.
    case: z.enum(['schema', 'snake_case']),
    // The wire names of fields and input fields without an alias, by their coordinate.
    names: z.record(z.string().regex(/^\w+\.\w+$/), name),
    // The coordinates of fields and input fields that are never null, although the schema allows it; `Type.*` is all of a type, and
    // `Type.field[]` the items of the list of a field.
    nonNull: z.array(
      z
        .string()
        .regex(/^\w+\.(?:\w+|\*)(?:\[\])*$/)
        .describe('a coordinate such as "Issue.title", "Issue.*" or "Issue.labels[]"'),
    ),
    // By the name of the enum; `*` holds for all other enums, `__typename` for the names of types.
    enums: z.record(
      z.string(),
      z.union([z.enum(['schema', 'lowercase', 'snake_case', 'kebab-case']), z.record(z.string(), z.string())]),
    ),
    // By the name of the scalar, `ID` included.
    scalars: z.record(
      z.string(),
      z
        .strictObject({
          type: z.enum(['string', 'integer', 'number', 'boolean', 'any']),
          format: z.string().optional(),
          // How GraphQL writes it, where that is not as on the wire: as a text in the format of RFC 3339 or as seconds since the
          // epoch where the wire has the other one, or as a text of JSON where the wire has that JSON itself.
          upstream: z.enum(['date-time', 'unixtime', 'json']).optional(),
          // The whole text matches it.
          pattern: z.string().refine(compiles, 'must be a regular expression').optional(),
          minimum: z.number().optional(),
          maximum: z.number().optional(),
          // In Unicode code points.
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
        // The query parameters that select a page; `before` is the way back, and absent for none.
        parameters: names('limit', 'offset', 'page', 'cursor', 'before'),
        styles,
        default: count,
        max: count,
        // The number of the first page.
        first: z.literal([0, 1]),
        envelope: z
          .strictObject({ items: literalText, info: literalText })
          .refine(({ items, info }) => items !== info, 'must have different names for items and info')
          .nullable(),
        // JSON with the placeholder `{items}`, or `SELECTION`.
        body: z.json().superRefine(refuseFault(pageBodyFault)),
        // Headers of pages, with the placeholders of `body`; null leaves out one that is inherited.
        headers: z.record(z.string(), fieldText.superRefine(refuseFault(pageHeaderFault)).nullable()),
        // Whether a limit above the maximum is refused, or is the maximum; with `clamp`, 0 is the default.
        over: z.enum(['refuse', 'clamp']),
        // `plain` passes the cursors of the connection through unchecked.
        cursor: z.enum(['bound', 'plain']),
        // `escape` puts an apostrophe before texts in CSV that a spreadsheet would read as a formula.
        csvFormulas: z.enum(['keep', 'escape']),
        // The most rows of a response that streams a list.
        streamMax: count,
      })
      .partial()
      .refine(({ body = null, envelope }) => body === null || !envelope, {
        path: ['envelope'],
        message: 'excludes page.body',
      }),
    // The arguments and fields of a connection; the cursors and flags are absent where they have these names in `pageInfo`.
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
    // The query parameters that select optional parts of a response, and the properties of a `@fields` without a name.
    expand: text,
    fields: text,
    // Whether properties that are null are sent.
    nulls: z.enum(['keep', 'omit']),
    // JSON with the placeholder `{body}`, which the body of every success but a page is sent in; null for none.
    body: z
      .json()
      .superRefine(
        refuseFault((template) => (template === null ? undefined : templateFault(template, 'body', ['self']))),
      ),
    // Wire names of parameters and properties that every endpoint accepts and does not read.
    ignore: z.array(text),
    // Whether parameters and properties that an endpoint does not have are refused.
    unknown: z.strictObject({ query: handling, body: handling }).partial(),
    // The media types of request bodies and of responses, the first by default.
    consumes: mediaTypes,
    produces: mediaTypes,
    // The maximum size of a file in bytes, and the number of files of a request.
    uploads: z.strictObject({ maxBytes: count, maxFiles: count }).partial(),
    // Media types that clients accept, and those that are sent for them.
    accepts: z.record(z.string(), mediaType),
    // `hints`: maxAge and cache of a GET without a maxAge follow from the `@cacheControl` of the schema.
    cache: z.enum(['declared', 'hints']),
    // Of POST, where an endpoint does not say.
    idempotencyKey: presence,
    // The limits of callers, by the name of the operation.
    rateLimit: z.record(z.string(), rateLimit),
    // Response headers: another name for one of Portico's own, null for none, or what `RateLimit` is split into: the limit, what
    // remains and the seconds until it is whole again, or that time. Any other key is a further header with that text.
    headers: z.record(
      z.string(),
      z
        .union([fieldText.superRefine(refuseFault(headerTextFault)), z.array(z.union([text, quotaReset])), z.null()])
        .refine(
          (value) => !Array.isArray(value) || /^string,string,\w+$/.test(value.map((part) => typeof part).join()),
          'must have the names for the limit, for what remains and for its end',
        ),
    ),
    // The descriptions of the tags of OpenAPI, by the first segment of the paths; `root` where that is a placeholder or none.
    tags: z.record(z.string(), text),
    // The endpoints that are tools of the Model Context Protocol: methods, `#` before a tag of OpenAPI, and names of operations.
    tools: z.array(text),
    errors: z
      .strictObject({
        body: z.json().superRefine(refuseFault(errorTemplateFault)),
        // The status of invalid input.
        invalid: z.literal([400, 422]),
        // The dotted path of the code in a GraphQL error.
        code: text,
        // Of error bodies that are not problem documents.
        mediaType,
        // By code: the status of further codes, and other statuses for known ones. `*` holds for every other code.
        // `BAD_USER_INPUT.required` is for the problems of input that violates this keyword of JSON Schema.
        codes: z
          .record(
            z.string(),
            z.union([status, z.strictObject({ status, code, type: filled, field: filled, message: filled }).partial()]),
          )
          .superRefine((codes, { addIssue }) => {
            for (const [keyword, path] of Object.entries(keywordCodes({ codes }))) {
              if ((KEYWORDS as readonly string[]).includes(keyword)) continue;
              const near = findNearest(keyword, KEYWORDS) ?? 'required';
              addIssue({
                code: 'custom',
                path: [path],
                message: `must end in a keyword of JSON Schema, such as "${near}"`,
              });
            }
          }),
        // Messages of problems, by the JSON Schema keyword that the input violates, or `null`.
        messages: names(...KEYWORDS).superRefine((messages, { addIssue }) => {
          for (const keyword of KEYWORDS) {
            const message = inputMessageFault(messages[keyword] ?? '', keyword);
            if (message !== undefined) addIssue({ code: 'custom', path: [keyword], message });
          }
        }),
      })
      .partial(),
    auth: z
      .strictObject({
        scheme: z
          .string()
          .regex(/^[\w!#$%&'*+.^`|~-]+$/)
          .describe('an authentication scheme such as "Bearer"'),
        // Whether endpoints that do not say require a caller.
        default: presence,
      })
      .partial(),
    // Whether `Location` and `Link` begin with the scheme and host of the request.
    urls: z.enum(['relative', 'absolute']),
    // Of this version alone: when it was deprecated, and when it ends.
    deprecated: date,
    sunset: date,
    // Of this version alone: when its endpoints do not respond, to announce their end.
    brownouts: z.array(brownout),
    // What a request to an endpoint gets from the date of its sunset on: its response, or 410.
    afterSunset: z.enum(['serve', 'gone']),
  })
  .partial()
  // RFC 9745, section 4. Dates of this form sort as texts.
  .refine(({ deprecated, sunset }) => deprecated === undefined || sunset === undefined || deprecated <= sunset, {
    path: ['sunset'],
    message: 'must not be before deprecated',
  });

export type ConventionsInput = z.infer<typeof conventionsSchema>;
