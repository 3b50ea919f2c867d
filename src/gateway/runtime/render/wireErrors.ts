import { STATUS_CODES } from 'node:http';
import type { CodeConvention, ErrorConventions, Template } from '../../conventions/Conventions.ts';
import { type ErrorKey, type ErrorPlaceholder, isRepeated, parseErrorKey } from '../../conventions/errorConventions.ts';
import { type FillText, type ValueOf, compileText } from '../../conventions/template.ts';
import { MAX_PROBLEM_LENGTH } from '../../errors/ProblemCollector.ts';
import type { Problem, ProblemSource } from '../../errors/ServiceError.ts';
import { truncate } from '../../errors/nearNames.ts';

/** An error whose status is decided. */
type CodedError = Omit<WireError, 'title' | 'type' | 'problems'> & { problems: readonly Problem[] };

/** The texts of a code, compiled. */
type CompiledCode = { [Text in 'code' | 'type' | 'field' | 'message']?: FillText | undefined };

/** See RFC 9457, section 4.2.1. */
const NO_TYPE = 'about:blank';

/**
 * Compiles what `errors.codes` says of errors: code and type of every error and problem, and field and message of what has
 * the code itself. The problems of an error keep their own, unless they have own codes.
 */
export function compileWireError({ codes }: ErrorConventions): (error: CodedError) => WireError {
  const compiled = new Map(Object.entries(codes).map(([code, convention]) => [code, compileCode(convention)]));
  const conventionOf = (code: string): CompiledCode => compiled.get(code) ?? compiled.get('*') ?? {};
  return (given) => {
    const error: WireError = { ...given, title: STATUS_CODES[given.status] ?? 'Error', type: NO_TYPE, problems: [] };
    const problems = given.problems.map((problem) => {
      const { field, message, ...own } = conventionOf(problem.code ?? given.code);
      return fillProblem(problem, error, problem.code === undefined ? own : { ...own, field, message });
    });
    const [first] = given.problems;
    const itself: Problem = { field: '', ...first, code: given.code, message: given.message };
    const whole = fillProblem(itself, error, conventionOf(given.code));
    const { code, type, field } = whole;
    // The message of an error can be that of its problems.
    const isSum = problems.length > 0 && given.message === joined(given.problems);
    return {
      ...error,
      code,
      type,
      message: isSum ? joined(problems) : whole.message,
      // An error whose code has a field is a problem of that field.
      problems: problems.length === 0 && field !== '' ? [{ ...whole, hasOwnCode: false }] : problems,
    };
  };
}

function compileCode(convention: number | CodeConvention): CompiledCode {
  if (typeof convention === 'number') return {};
  const { status: _, ...texts } = convention;
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, compileText(text)]])),
  );
}

/** The problem with the texts of its code. One whose field is replaced has no known place. */
function fillProblem(problem: Problem, error: WireError, texts: CompiledCode): WireProblem {
  const { field, message, code = error.code, source } = problem;
  const given = { field, message, code, type: NO_TYPE, hasOwnCode: problem.code !== undefined, source };
  const fill = (name: keyof CompiledCode): string | undefined => {
    const filled = texts[name]?.((placeholder) => {
      const value = valueOfError(placeholder as ErrorPlaceholder, error, given, true);
      return value === '' ? undefined : value;
    });
    return filled === undefined || filled === null ? undefined : String(filled);
  };
  const ownField = fill('field');
  return {
    field: ownField ?? field,
    message: fill('message') ?? message,
    code: truncate(fill('code') ?? code, MAX_PROBLEM_LENGTH),
    type: fill('type') ?? NO_TYPE,
    hasOwnCode: given.hasOwnCode,
    source: ownField === undefined ? source : undefined,
  };
}

function joined(problems: readonly { message: string }[]): string {
  return problems.map(({ message }) => message).join('; ');
}

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

/** The value of a placeholder; undefined for none. Code, type and message are those of the problem where `ofProblem`. */
function valueOfError(
  name: ErrorPlaceholder,
  error: WireError,
  problem: WireProblem,
  ofProblem: boolean,
): string | number | undefined {
  switch (name) {
    case 'status':
    case 'title':
    case 'requestId':
    case 'resource':
      return error[name];
    case 'code':
    case 'type':
    case 'message':
      return ofProblem ? problem[name] : error[name];
    case 'field':
      return problem.field;
    case 'leaf':
      return leafOf(problem.field);
    case 'pointer':
    case 'parameter':
    case 'header':
      return (problem.source as Partial<Record<typeof name, string>> | undefined)?.[name];
  }
}

/** The last name of a dotted path; an index is none. */
function leafOf(field: string): string {
  return field.split('.').findLast((step) => !/^\d+$/.test(step)) ?? field;
}

/** An error as its response shows it, in every format. */
export interface WireError {
  status: number;
  /** The reason phrase of the status. */
  title: string;
  /** The URI of its kind. See RFC 9457, section 3.1.1. */
  type: string;
  code: string;
  message: string;
  requestId: string;
  /** The type that was not found. */
  resource: string | undefined;
  problems: readonly WireProblem[];
}

export interface WireProblem {
  /** '' for the input as a whole. */
  field: string;
  message: string;
  /** Its own, else that of the error. */
  code: string;
  type: string;
  hasOwnCode: boolean;
  source: ProblemSource | undefined;
}
