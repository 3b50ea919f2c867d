import { type Node, findNodeAtLocation, parseTree } from 'jsonc-parser';

/**
 * Inserts a property into an object of a JSON text, formatted as those around it; every other byte stays as it is. `before` says
 * whether it comes before a property; default: the last.
 */
export function insertProperty(
  text: string,
  path: readonly string[],
  property: [name: string, value: unknown],
  before: (name: string) => boolean = () => false,
): string {
  const object = findNodeAtLocation(parseTree(text)!, [...path])!;
  const { children = [] } = object;
  const next = children.find((each) => before(each.children![0]!.value as string));
  const beside = next ?? children.at(-1);
  if (beside) {
    const gap = gapBefore(beside, text);
    const line = gap.includes('\n') ? format(property, indentOf(beside.offset, text), text) : formatOnOneLine(property);
    return next
      ? insert(text, next.offset, `${line},${gap}`)
      : insert(text, beside.offset + beside.length, `,${gap}${line}`);
  }
  const outer = indentOf(object.offset, text);
  const eol = eolOf(text);
  const inner = outer + unitOf(text);
  const open = `{${eol}${inner}${format(property, inner, text)}${eol}${outer}}`;
  return text.slice(0, object.offset) + open + text.slice(object.offset + object.length);
}

function insert(text: string, offset: number, inserted: string): string {
  return text.slice(0, offset) + inserted + text.slice(offset);
}

function format([name, value]: [string, unknown], indent: string, text: string): string {
  const json = JSON.stringify(value, null, unitOf(text)).replaceAll('\n', eolOf(text) + indent);
  return `${JSON.stringify(name)}: ${json}`;
}

function formatOnOneLine([name, value]: [string, unknown]): string {
  return `${JSON.stringify(name)}: ${JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ')}`;
}

/** The white space before a property: a line break with its indentation, or what is between it and the one before. */
function gapBefore({ offset }: Node, text: string): string {
  const gap = /\s*$/.exec(text.slice(0, offset))![0];
  const lineBreak = gap.lastIndexOf('\n');
  return lineBreak < 0 ? ' ' : eolOf(text) + gap.slice(lineBreak + 1);
}

/** The indentation of the line at this offset. */
function indentOf(offset: number, text: string): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))![0];
}

/** One level of indentation. */
function unitOf(text: string): string {
  return /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
