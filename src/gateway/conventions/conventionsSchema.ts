import { z } from 'zod';

const names = <Key extends string>(...keys: Key[]) =>
  z.strictObject(Object.fromEntries(keys.map((key) => [key, z.string().min(1)])) as Record<Key, z.ZodString>).partial();

/** The placeholders of an error body; see `renderTemplate`. */
const PLACEHOLDERS = ['{status}', '{code}', '{message}', '{requestId}', '{field}'];

function hasKnownPlaceholders(body: unknown): boolean {
  const found = JSON.stringify(body).match(/\{\w+\}/g) ?? [];
  return found.every((each) => PLACEHOLDERS.includes(each));
}

function compiles(pattern: string): boolean {
  try {
    return Boolean(new RegExp(`^(?:${pattern})$`, 'u'));
  } catch {
    return false;
  }
}

const styles = z.array(z.enum(['OFFSET', 'PAGE', 'CURSOR'])).min(1);
const count = z.number().int().min(1);
const status = z.number().int().min(400).max(599);
const date = z.iso.date().describe('a date such as "2027-01-31"');

/** A `conventions.json`: only what differs from the version before. Unknown keys are errors. */
export const conventionsSchema = z
  .strictObject({
    case: z.enum(['schema', 'snake_case']),
    enums: z.record(z.string(), z.union([z.enum(['schema', 'lowercase']), z.record(z.string(), z.string())])),
    scalars: z.record(
      z.string(),
      z
        .strictObject({
          type: z.enum(['string', 'integer', 'number', 'boolean', 'any']),
          format: z.string().optional(),
          pattern: z.string().refine(compiles, 'must be a regular expression').optional(),
          minimum: z.number().optional(),
          maximum: z.number().optional(),
          maxLength: z.number().int().optional(),
        })
        .refine(
          ({ minimum = -Infinity, maximum = Infinity }) => minimum <= maximum,
          'must not have a minimum above its maximum',
        ),
    ),
    page: z
      .strictObject({
        parameters: names('limit', 'offset', 'page', 'cursor'),
        styles,
        default: count,
        max: count,
        envelope: z
          .strictObject({ items: z.string().min(1), info: z.string().min(1) })
          .refine(({ items, info }) => items !== info, 'must have different names for items and info')
          .nullable(),
        cursor: z.enum(['bound', 'plain']),
      })
      .partial(),
    connection: names('first', 'after', 'offset', 'nodes', 'edges', 'pageInfo', 'totalCount'),
    expand: z.string().min(1),
    errors: z
      .strictObject({
        body: z.json().refine(hasKnownPlaceholders, `must have no placeholders but ${PLACEHOLDERS.join(', ')}`),
        invalid: z.union([z.literal(400), z.literal(422)]),
        code: z.string().min(1),
        codes: z.record(z.string(), status),
      })
      .partial(),
    auth: z.strictObject({
      scheme: z
        .string()
        .regex(/^[\w!#$%&'*+.^`|~-]+$/)
        .describe('an authentication scheme such as "Bearer"'),
    }),
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
