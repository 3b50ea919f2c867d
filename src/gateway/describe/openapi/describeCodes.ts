import type { ErrorConventions } from '../../conventions/Conventions.ts';
import { statusOfCode } from '../../conventions/statusOfCode.ts';
import { placeholdersOf } from '../../conventions/template.ts';
import { type ErrorCode, STATUS_OF_CODE } from '../../errors/codes.ts';
import { EXPLANATIONS, RETRIES } from '../../errors/explanations.ts';
import type { VersionPlan } from '../../plan/ApiPlan.ts';

const HEAD = ['| Code | Status | Cause | Remedy | Retry |', '| --- | --- | --- | --- | --- |'];

/**
 * The codes of errors that Portico itself raises, each with its cause, a remedy and whether a retry is safe: a table in Markdown
 * that a page shows closed. Codes and statuses are those of the conventions of the versions.
 */
export function describeCodes(versions: readonly VersionPlan[]): string {
  const all = versions.map(({ conventions }) => conventions.errors);
  const codes = (Object.keys(STATUS_OF_CODE) as ErrorCode[]).filter((code) => !EXPLANATIONS[code].graphqlOnly);
  const rows = codes.flatMap((code) => all.map((errors) => rowOf(code, errors)));
  return ['<details><summary>Error codes</summary>', '', ...HEAD, ...new Set(rows), '', '</details>'].join('\n');
}

function rowOf(code: ErrorCode, errors: ErrorConventions): string {
  const { cause, remedy, retry } = EXPLANATIONS[code];
  return `| \`${onWire(code, errors)}\` | ${statusOfCode(code, errors)} | ${cause} | ${remedy} | ${RETRIES[retry]} |`;
}

/** The code in responses; itself where the conventions compose it from values of the error. */
function onWire(code: ErrorCode, { codes }: ErrorConventions): string {
  const convention = Object.hasOwn(codes, code) ? codes[code] : codes['*'];
  const text = typeof convention === 'object' ? convention.code : undefined;
  return text === undefined || placeholdersOf(text).length > 0 ? code : text;
}
