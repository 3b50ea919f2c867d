// Templates: JSON whose texts have placeholders. `{name}` alone is the value itself, and null without one; `{name:string}` is a
// text; `{name?}` without a value leaves out its property, and an object that this empties. Inside a text a value is
// written as text, `{name?}` without one is empty, and `{name? }` puts a blank after a value. `{{` and `}}` are literal braces.
import { writeJson } from '../../http/losslessJson.ts';

/** JSON whose texts, and the keys of whose objects, can have placeholders; see `prepareTemplate`. */
export type Template = unknown;

export interface Placeholder {
  /** '' in `{}`. */
  name: string;
  isText: boolean;
  isOptional: boolean;
  /** What follows a value that is there. */
  suffix: string;
  /** Whether it is `{+name}`, which in a path can be several segments. See RFC 6570, section 3.2.3. */
  keepsSlashes?: true;
}

/** The literals and placeholders of a text, in their order. */
export type TemplatePart = string | Placeholder;

/** A doubled brace, or a placeholder; the last alternative is one with a type, or blanks, that no placeholder has. */
const TOKEN = /\{\{|\}\}|\{(\+?)([^{}?:\s]*)(:string)?(\?( ?))?\}|\{(\s*(?:[\w.]+\s*(?:[:?][^{}]*)?|:[^{}]*))\}/g;

/**
 * Parses one text of a template, from left to right. A doubled brace is one literal brace, and so is one that is no part of a placeholder.
 * One such as `{code:number}` is a placeholder of that name, which no template has.
 */
export function parseText(text: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let literal = '';
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, plus, known, asText, optional, suffix = '', unknown] = match;
    literal += text.slice(end, match.index);
    end = match.index + whole.length;
    const name = known ?? unknown;
    if (name === undefined) {
      literal += whole[0];
      continue;
    }
    if (literal !== '') parts.push(literal);
    literal = '';
    const slashes = plus ? ({ keepsSlashes: true } as const) : {};
    parts.push({ name, isText: asText !== undefined, isOptional: optional !== undefined, suffix, ...slashes });
  }
  literal += text.slice(end);
  if (literal !== '') parts.push(literal);
  return parts;
}

/** What a text without placeholders is sent as; undefined for one that has any. */
export function literalOf(text: string): string | undefined {
  const [only = '', second] = parseText(text);
  return typeof only === 'string' && second === undefined ? only : undefined;
}

/** The placeholder that a text consists of; undefined where it has anything else. */
export function onlyPlaceholder(text: string): Placeholder | undefined {
  const [only, second] = parseText(text);
  return typeof only === 'object' && second === undefined ? only : undefined;
}

/** Whether a text is left out where its only placeholder has no value. */
export function isOptionalText(text: string): boolean {
  return onlyPlaceholder(text)?.isOptional ?? false;
}

/** All placeholders of a template, those in keys included. */
export function placeholdersOf(template: Template, isKey = false): (Placeholder & { isKey: boolean })[] {
  if (typeof template === 'string') {
    return parseText(template).flatMap((part) => (typeof part === 'string' ? [] : [{ ...part, isKey }]));
  }
  if (typeof template !== 'object' || template === null) return [];
  const keys = Array.isArray(template) ? [] : Object.keys(template);
  return [...keys, ...Object.values(template)].flatMap((part, index) => placeholdersOf(part, index < keys.length));
}

/** The value of a placeholder; undefined for none. */
export type ValueOf = (name: string, placeholder: Placeholder) => unknown;

/** Fills a text; undefined: its property is left out. */
export type FillText = (valueOf: ValueOf) => unknown;

/** Prepares one text of a template. */
export function prepareText(text: string): FillText {
  const literal = literalOf(text);
  if (literal !== undefined) return () => literal;
  const only = onlyPlaceholder(text);
  if (only) return (valueOf) => fillPlaceholder(only, valueOf);
  const parts = parseText(text);
  return (valueOf) => {
    let filled = '';
    for (const part of parts) {
      if (typeof part === 'string') {
        filled += part;
        continue;
      }
      const value = valueOf(part.name, part);
      if (value !== undefined && value !== null) filled += toText(value) + part.suffix;
      else if (!part.isOptional) return null;
    }
    return filled;
  };
}

function fillPlaceholder(placeholder: Placeholder, valueOf: ValueOf): unknown {
  const { name, isText, isOptional } = placeholder;
  const value = valueOf(name, placeholder);
  if (value === undefined || value === null) return isOptional ? undefined : null;
  return isText ? toText(value) : value;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : writeJson(value);
}

/** Prepares a template, its texts by `compile`; filled without a value for any of its optional parts, it is undefined. */
export function prepareTemplate(template: Template, compile: (text: string) => FillText = prepareText): FillText {
  return prepareParts(template, {
    text: compile,
    key(text) {
      const fill = prepareText(text);
      return (valueOf) => [[String(fill(valueOf)), valueOf]];
    },
  });
}

/** What the parts of a template are filled by, for templates that have more than placeholders. */
export interface TemplateRules<Scope> {
  text(text: string): (scope: Scope) => unknown;
  /** The properties that stand for a key, each with the scope of its value. */
  key(text: string): (scope: Scope) => readonly (readonly [name: string, scope: Scope])[];
  /** The scopes that the only element of an array repeats for; undefined for an array that is sent as it is. */
  repeat?(template: readonly Template[]): ((scope: Scope) => readonly Scope[]) | undefined;
}

/** Prepares a template by these rules: parts that are undefined are left out, and so are objects that this empties. */
export function prepareParts<Scope>(template: Template, rules: TemplateRules<Scope>): (scope: Scope) => unknown {
  if (typeof template === 'string') return rules.text(template);
  if (typeof template !== 'object' || template === null) return () => template;
  if (Array.isArray(template)) {
    const items = template.map((item) => prepareParts(item, rules));
    const repeat = rules.repeat?.(template);
    const fillAll = (scope: Scope) => items.map((fill) => fill(scope));
    const fill = repeat ? (scope: Scope) => repeat(scope).flatMap(fillAll) : fillAll;
    return (scope) => fill(scope).filter((item) => item !== undefined);
  }
  const properties = Object.entries(template).map(([key, value]) => ({
    entries: rules.key(key),
    fill: prepareParts(value as Template, rules),
  }));
  return (scope) => {
    const filled: [string, unknown][] = [];
    for (const { entries, fill } of properties) {
      for (const [name, within] of entries(scope)) {
        const value = fill(within);
        if (value !== undefined) filled.push([name, value]);
      }
    }
    return properties.length > 0 && filled.length === 0 ? undefined : Object.fromEntries(filled);
  };
}

/** What is wrong with a template, to follow its name: a placeholder that is none of `names`, or in a key none of `keys`. */
export function placeholderFault(
  template: Template,
  names: readonly string[],
  keys: readonly string[] = names,
): string | undefined {
  const unknown = placeholdersOf(template).find(
    ({ name, isKey, keepsSlashes }) => keepsSlashes || !(isKey ? keys : names).includes(name),
  );
  if (!unknown) return undefined;
  const listed = (unknown.isKey ? keys : names).map((name) => `{${name}}`).join(', ');
  return `has no placeholder {${unknown.keepsSlashes ? '+' : ''}${unknown.name}}${unknown.isKey ? ' in a key' : ''}; it has ${listed}`;
}

/** As `placeholderFault`, or `content`, such as `body`, that is not there exactly once, as a value of its own. */
export function templateFault(
  template: Template,
  content: string,
  others: readonly string[],
  keys?: readonly string[],
): string | undefined {
  const isOnce = placeholdersOf(template).filter(({ name }) => name === content).length === 1;
  return (
    placeholderFault(template, [content, ...others], keys) ??
    (isOnce && holds(template, `{${content}}`) ? undefined : `must have the value "{${content}}" exactly once`)
  );
}

function holds(template: Template, text: string): boolean {
  if (typeof template !== 'object' || template === null) return template === text;
  return Object.values(template).some((part) => holds(part, text));
}
