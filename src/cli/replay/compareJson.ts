// JSON by value: the order of the properties of an object is no difference, that of the items of an array is. Numbers are compared as
// decimals, because JSON.parse reads two large ids as one.
import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import type { BaseUrl } from './BaseUrl.ts';

/** A body of JSON, with the URLs of the API that it is from. */
export interface JsonBody {
  text: string;
  root: Node;
  base: BaseUrl;
}

/** Parses JSON in UTF-8; undefined for anything else, and for what is nested too deeply for that. */
export function parseBody(bytes: Buffer, base: BaseUrl): JsonBody | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const errors: ParseError[] = [];
    const root = parseTree(text, errors, { disallowComments: true });
    return root && errors.length === 0 ? { text, root, base } : undefined;
  } catch {
    return undefined;
  }
}

/** Reports each value that differs, with the steps to it and both as they are written. */
export function compareJson(
  before: JsonBody,
  after: JsonBody,
  report: (steps: readonly string[], old?: string, current?: string) => void,
): void {
  const pending: [old: Node | undefined, current: Node | undefined, steps: readonly string[]][] = [
    [before.root, after.root, []],
  ];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [old, current, steps] = next;
    if (old?.children && current?.children && old.type === current.type) {
      const [one, other] = [membersOf(old), membersOf(current)];
      const names = new Set([...one.keys(), ...other.keys()]);
      for (const name of [...names].toReversed()) pending.push([one.get(name), other.get(name), [...steps, name]]);
    } else if (valueOf(old, before) !== valueOf(current, after)) {
      report(steps, sourceOf(old, before), sourceOf(current, after));
    }
  }
}

/** The properties of an object, of duplicates the last, or the items of an array. */
function membersOf({ type, children = [] }: Node): Map<string, Node> {
  return new Map(
    children.map((child, index) => {
      const [name, value] = child.children ?? [];
      return type === 'object' ? [name!.value as string, value!] : [String(index), child];
    }),
  );
}

/** What is the same for equal values; of an object or an array only that it is one. */
function valueOf(node: Node | undefined, { text, base }: JsonBody): string | undefined {
  if (node?.type === 'string') return `"${base.hideIn(node.value as string)}`;
  if (node?.type === 'number') return decimal(text.slice(node.offset, node.offset + node.length));
  return node?.type === 'boolean' ? String(node.value) : node?.type;
}

/** A number of JSON as its significant digits and a power of ten. */
function decimal(source: string): string {
  const [, sign, integer = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(source) ?? [];
  const digits = (integer + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

/** A value as it is written, in one line. */
function sourceOf(node: Node | undefined, { text }: JsonBody): string | undefined {
  return node && text.slice(node.offset, node.offset + node.length).replaceAll(/\s*\n\s*/g, ' ');
}
