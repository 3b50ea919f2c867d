// The layout of a document: the algorithm of prettier (Wadler, "A prettier printer"), for what GraphQL needs of it.

/** A text with places where it may break. */
export type Layout =
  string | readonly Layout[] | Group | Indent | IfBreak | typeof LINE | typeof SOFT_LINE | typeof HARD_LINE;

interface Group {
  kind: 'group';
  of: Layout;
  /** Whether there is a hard line in it. */
  isBroken: boolean;
}

interface Indent {
  kind: 'indent';
  of: Layout;
}

interface IfBreak {
  kind: 'ifBreak';
  flat: string;
}

/** A space, or a line break where the group around it does not fit. */
export const LINE = { kind: 'line', flat: ' ', isHard: false } as const;
export const SOFT_LINE = { kind: 'line', flat: '', isHard: false } as const;
export const HARD_LINE = { kind: 'line', flat: '', isHard: true } as const;

/** Breaks all of its own lines, or none. */
export function group(of: Layout): Group {
  return { kind: 'group', of, isBroken: hasHardLine(of) };
}

export function indent(of: Layout): Indent {
  return { kind: 'indent', of };
}

/** This text where the group around it is on one line, and nothing where it is broken. */
export function ifFlat(flat: string): IfBreak {
  return { kind: 'ifBreak', flat };
}

export function join(separator: Layout, parts: readonly Layout[]): Layout {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
}

interface Command {
  depth: number;
  isFlat: boolean;
  of: Layout;
}

/** The text of a layout, in lines of at most `width` characters where that is possible. */
export function renderLayout(layout: Layout, width: number): string {
  let text = '';
  let column = 0;
  const commands: Command[] = [{ depth: 0, isFlat: false, of: layout }];
  for (let command = commands.pop(); command; command = commands.pop()) {
    const { depth, isFlat, of } = command;
    if (typeof of === 'string') {
      text += of;
      column += of.length;
    } else if (isSequence(of)) {
      commands.push(...of.toReversed().map((each) => ({ depth, isFlat, of: each })));
    } else if (of.kind === 'indent') {
      commands.push({ depth: depth + 1, isFlat, of: of.of });
    } else if (of.kind === 'ifBreak') {
      if (isFlat) commands.push({ depth, isFlat, of: of.flat });
    } else if (of.kind === 'group') {
      const flat = { depth, isFlat: true, of: of.of };
      const fitsHere = isFlat || (!of.isBroken && fits(flat, commands, width - column));
      commands.push(fitsHere ? flat : { depth, isFlat: false, of: of.of });
    } else if (isFlat && !of.isHard) {
      text += of.flat;
      column += of.flat.length;
    } else {
      text = `${text.trimEnd()}\n${INDENTATION.repeat(depth)}`;
      column = depth * INDENTATION.length;
    }
  }
  return text;
}

const INDENTATION = '  ';

/** Whether everything up to the next line break fits into a rest of a line. */
function fits(first: Command, rest: readonly Command[], width: number): boolean {
  let left = width;
  let next = rest.length;
  const commands: Command[] = [first];
  while (left >= 0) {
    const command = commands.pop() ?? rest[--next];
    if (!command) return true;
    const { depth, isFlat, of } = command;
    if (typeof of === 'string') left -= of.length;
    else if (isSequence(of)) commands.push(...of.toReversed().map((each) => ({ depth, isFlat, of: each })));
    else if (of.kind === 'indent') commands.push({ depth, isFlat, of: of.of });
    else if (of.kind === 'ifBreak') left -= isFlat ? of.flat.length : 0;
    else if (of.kind === 'group') commands.push({ depth, isFlat: isFlat && !of.isBroken, of: of.of });
    else if (of.isHard || !isFlat) return true;
    else left -= of.flat.length;
  }
  return false;
}

function hasHardLine(layout: Layout): boolean {
  if (typeof layout === 'string') return false;
  if (isSequence(layout)) return layout.some(hasHardLine);
  if (layout.kind === 'group') return layout.isBroken;
  return layout.kind === 'indent' ? hasHardLine(layout.of) : layout.kind === 'line' && layout.isHard;
}

function isSequence(layout: Layout): layout is readonly Layout[] {
  return Array.isArray(layout);
}
