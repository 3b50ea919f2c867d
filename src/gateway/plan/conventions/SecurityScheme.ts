import * as z from 'zod';
import { isToken } from '../../http/fieldSyntax.ts';

const text = z.string().min(1).describe('a non-empty string');

/** See OpenAPI 3.1, section 4.8.27. */
export const SECURITY_SCHEME = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('http'),
    scheme: z.enum(['bearer', 'basic']),
    bearerFormat: text.optional(),
    description: text.optional(),
  }),
  z.strictObject({
    type: z.literal('apiKey'),
    in: z.enum(['header', 'cookie', 'query']),
    name: z.string().refine(isToken, 'must be a name such as "X-Api-Key"').describe('a name such as "X-Api-Key"'),
    description: text.optional(),
  }),
]);

/** How credentials are sent: a Security Scheme Object of OpenAPI. */
export type SecurityScheme = z.infer<typeof SECURITY_SCHEME>;

/** Schemes by the name in OpenAPI: the credentials of any of them suffice. */
export type SecuritySchemes = Readonly<Record<string, SecurityScheme>>;
