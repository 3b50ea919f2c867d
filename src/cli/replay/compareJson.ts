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

/**
 * Reports each value that differs, with the steps to it, both as they are written, and whether it is a property that only the second one
 * has; not one that only one side has and of which all values are ignored.
 */
export function compareJson(
  before: JsonBody,
  after: JsonBody,
  isIgnored: (steps: readonly string[]) => boolean,
  report: (steps: readonly string[], old: string | undefined, current: string | undefined, isAddition: boolean) => void,
): void {
  const steps: string[] = [];
  const isCovered = (node: Node | undefined): boolean => {
    if (isIgnored(steps)) return true;
    if (!node?.children?.length) return false;
    return [...pairsOf(node, node)].every(([name, member]) => {
      steps.push(name);
      const isMemberCovered = isCovered(member);
      steps.pop();
      return isMemberCovered;
    });
  };
  // Not deeper than the parser was.
  const compare = (old: Node | undefined, current: Node | undefined, isProperty = false) => {
    if (old?.children && current?.children && old.type === current.type) {
      for (const [name, ...members] of pairsOf(old, current)) {
        steps.push(name);
        compare(...members, old.type === 'object');
        steps.pop();
      }
    } else if (valueOf(old, before) !== valueOf(current, after) && ((old && current) || !isCovered(old ?? current))) {
      report([...steps], sourceOf(old, before), sourceOf(current, after), isProperty && !old);
    }
  };
  compare(before.root, after.root);
}

/** The properties or the items of two values, one by one: large arrays have many. */
function* pairsOf(
  old: Node,
  current: Node,
): Generator<[name: string, old: Node | undefined, current: Node | undefined]> {
  const [items, others] = [old.children!, current.children!];
  if (old.type === 'array') {
    const length = Math.max(items.length, others.length);
    for (let index = 0; index < length; index++) yield [String(index), items[index], others[index]];
    return;
  }
  const [one, other] = [propertiesOf(items), propertiesOf(others)];
  for (const name of new Set([...one.keys(), ...other.keys()])) yield [name, one.get(name), other.get(name)];
}

/** Of duplicates the last. */
function propertiesOf(properties: readonly Node[]): Map<string, Node> {
  return new Map(properties.map(({ children }) => [children![0]!.value as string, children![1]!]));
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
  const significant = digits.replace(/(?<!0)0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

/** A value as it is written, in one line. */
function sourceOf(node: Node | undefined, { text }: JsonBody): string | undefined {
  return node && text.slice(node.offset, node.offset + node.length).replaceAll(/(?<!\s)\s*\n\s*/g, ' ');
}
