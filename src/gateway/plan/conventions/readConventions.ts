// The conventions.json of a version, and how a version inherits the conventions of the one before it.
import type { DiagnosticCollector } from '../../base/errors/Diagnostic.ts';
import type { Conventions, Template } from './Conventions.ts';
import { type ConventionsInput, conventionsSchema } from './conventionsSchema.ts';
import { DEFAULT_CONVENTIONS } from './defaultConventions.ts';
import { SELECTION } from './pageBody.ts';
import { type JsonSource, readJson } from './readJson.ts';

/** Reads a `conventions.json`; undefined where it is not JSON or not of its form, which is reported. */
export function readConventions(
  file: string,
  diagnostics: DiagnosticCollector,
): JsonSource<ConventionsInput> | undefined {
  return readJson(file, { schema: conventionsSchema, noun: 'convention' }, diagnostics);
}

/** The conventions of a version: those of the version before it, overridden by its own file. */
export function inheritConventions(before: Conventions, own: ConventionsInput): Conventions {
  const { page: { envelope, body, ...page } = {}, ...others } = own;
  const conventions = overlay(before, { ...others, page }) as Conventions;
  return { ...conventions, page: { ...conventions.page, body: pageBodyOf({ body, envelope }, before.page.body) } };
}

/** The template of pages: `page.body`, or `page.envelope`, which is a short way to write one. */
function pageBodyOf({ body, envelope }: NonNullable<ConventionsInput['page']>, inherited: Template): Template {
  if (body !== undefined && body !== null) return body;
  if (envelope) return { [envelope.items]: '{items}', [envelope.info]: '{pagination}' };
  if (envelope === null) return SELECTION;
  return body === null ? DEFAULT_CONVENTIONS.page.body : inherited;
}

/** The objects whose properties are inherited one by one; any other value takes the place of the one before it. */
const MERGED: ReadonlySet<string> = new Set([
  'names',
  'enums',
  'scalars',
  'page',
  'page.parameters',
  'page.headers',
  'connection',
  'unknown',
  'uploads',
  'rateLimit',
  'headers',
  'tags',
  'errors',
  'errors.codes',
  'errors.messages',
  'auth',
]);

function overlay(before: object, own: object, within = ''): object {
  const merged = Object.entries(own).map(([key, value]: [string, unknown]) => {
    const path = within + key;
    return [key, MERGED.has(path) ? overlay(before[key as keyof typeof before], value as object, `${path}.`) : value];
  });
  return { ...before, ...(Object.fromEntries(merged) as object) };
}
