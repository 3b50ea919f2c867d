import type { Conventions } from './Conventions.ts';
import type { ConventionsInput } from './conventionsSchema.ts';

/** The conventions of a version: those of the version before it, overridden by its own file. */
export function inheritConventions(before: Conventions, own: ConventionsInput): Conventions {
  return {
    case: own.case ?? before.case,
    enums: { ...before.enums, ...own.enums },
    scalars: { ...before.scalars, ...own.scalars },
    page: {
      ...overlay(before.page, own.page),
      parameters: overlay(before.page.parameters, own.page?.parameters),
    },
    connection: overlay(before.connection, own.connection),
    expand: own.expand ?? before.expand,
    errors: { ...overlay(before.errors, own.errors), codes: { ...before.errors.codes, ...own.errors?.codes } },
    auth: overlay(before.auth, own.auth),
    urls: own.urls ?? before.urls,
  };
}

function overlay<Part extends object>(before: Part, own: { [Key in keyof Part]?: unknown } | undefined): Part {
  return { ...before, ...own } as Part;
}
