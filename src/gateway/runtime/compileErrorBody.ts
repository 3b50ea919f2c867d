import type { Template } from '../conventions/Conventions.ts';
import type { ErrorPlaceholder } from '../conventions/errorPlaceholders.ts';
import { isRepeated } from '../conventions/isRepeated.ts';
import { type ErrorKey, parseErrorKey } from '../conventions/parseErrorKey.ts';
import { type FillText, type ValueOf, compileText } from '../conventions/template.ts';
import { valueOfError } from './valueOfError.ts';
import type { WireError, WireProblem } from './WireError.ts';

/** The error, and the problems that a part of its template is rendered for. */
interface Scope {
  error: WireError;
  problems: readonly WireProblem[];
  /** Whether the part repeats for problems, so that its `{code}`, `{type}` and `{message}` are those of the problem. */
  repeats: boolean;
}

type Fill = (scope: Scope) => unknown;

/**
 * Compiles the template of an error body. An array of one element repeats for each problem, of nested ones the innermost;
 * a key `{field}` or `{leaf}` for each field that has problems; in there the placeholders are those of the problem. Elsewhere
 * `{field}`, `{leaf}`, `{pointer}`, `{parameter}` and `{header}` are those of the first one. A key that ends in `?` needs
 * problems; otherwise an error without problems is its own one problem. The field of an input as a whole is `base`, or none
 * where the placeholder is optional.
 */
export function compileErrorBody(template: Template): (error: WireError) => unknown {
  const fill = compileNode(template);
  return (error) => {
    const { message, code, type } = error;
    const itself: WireProblem = { field: '', message, code, type, hasOwnCode: false, source: undefined };
    const problems = error.problems.length > 0 ? error.problems : [itself];
    const body = fill({ error, problems, repeats: false });
    return body === undefined ? {} : body;
  };
}

function compileNode(template: Template): Fill {
  if (typeof template === 'string') {
    const fill = compileText(template);
    return (scope) => fill(valuesOf(scope));
  }
  if (typeof template !== 'object' || template === null) return () => template;
  return Array.isArray(template) ? compileArray(template) : compileObject(template);
}

function valuesOf({ error, problems: [first], repeats }: Scope): ValueOf {
  return (name, { isOptional }) => {
    const value = valueOfError(name as ErrorPlaceholder, error, first!, repeats);
    if (value !== '' || (name !== 'field' && name !== 'leaf')) return value;
    return isOptional ? undefined : 'base';
  };
}

function compileArray(template: readonly Template[]): Fill {
  const items = template.map(compileNode);
  const [only] = items;
  if (only && isRepeated(template)) {
    return ({ error, problems }) =>
      problems.map((each) => only({ error, problems: [each], repeats: true })).filter((item) => item !== undefined);
  }
  return (scope) => items.map((fill) => fill(scope)).filter((item) => item !== undefined);
}

interface Property extends Omit<ErrorKey, 'text'> {
  key: FillText;
  fill: Fill;
}

function compileObject(template: object): Fill {
  const properties = Object.entries(template).map(([name, value]): Property => {
    const { text, ...key } = parseErrorKey(name);
    return { ...key, key: compileText(text), fill: compileNode(value) };
  });
  return (scope) => {
    const entries = properties
      .filter(({ needsProblems }) => !needsProblems || scope.error.problems.length > 0)
      .flatMap((property) => entriesOf(property, scope))
      .filter(([, value]) => value !== undefined);
    return properties.length > 0 && entries.length === 0 ? undefined : Object.fromEntries(entries);
  };
}

function entriesOf({ key, fill, isGroup }: Property, scope: Scope): [string, unknown][] {
  if (!isGroup) return [[String(key(valuesOf(scope))), fill(scope)]];
  const groups = new Map<unknown, WireProblem[]>();
  for (const problem of scope.problems) {
    const name = key(valuesOf({ ...scope, problems: [problem], repeats: true }));
    groups.set(name, [...(groups.get(name) ?? []), problem]);
  }
  groups.delete(undefined);
  return [...groups].map(([name, problems]) => [String(name), fill({ error: scope.error, problems, repeats: true })]);
}
