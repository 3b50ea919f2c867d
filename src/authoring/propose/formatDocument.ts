import {
  type ASTNode,
  type ArgumentNode,
  type DirectiveNode,
  Kind,
  type SelectionSetNode,
  type VariableDefinitionNode,
  parse,
  print,
} from 'graphql';

const WIDTH = 120;

/** A document of operations and fragments as prettier formats it. Throws a GraphQLError where it is no GraphQL. */
export function formatDocument(text: string): string {
  const { definitions } = parse(text, { noLocation: true });
  return definitions.map((each) => `${renderLayout(layoutOf(each), WIDTH)}\n`).join('\n');
}

function layoutOf(node: ASTNode): Layout {
  switch (node.kind) {
    case Kind.OPERATION_DEFINITION:
      return [
        node.description ? [layoutOf(node.description), HARD_LINE] : '',
        `${node.operation} ${node.name?.value ?? ''}`,
        variables(node.variableDefinitions ?? []),
        node.directives?.length ? group([LINE, directives(node.directives)]) : '',
        ' ',
        selections(node.selectionSet),
      ];
    case Kind.FRAGMENT_DEFINITION:
      return [
        node.description ? [layoutOf(node.description), HARD_LINE] : '',
        `fragment ${node.name.value} on ${node.typeCondition.name.value} `,
        selections(node.selectionSet),
      ];
    case Kind.VARIABLE_DEFINITION:
      return [
        node.description ? [layoutOf(node.description), HARD_LINE] : '',
        `$${node.variable.name.value}: ${print(node.type)}`,
        node.defaultValue ? [' = ', layoutOf(node.defaultValue)] : '',
        trailing(node.directives),
      ];
    case Kind.FIELD:
      return group([
        node.alias ? `${node.alias.value}: ` : '',
        node.name.value,
        enclosed('(', node.arguments ?? [], ')'),
        trailing(node.directives),
        node.selectionSet ? [' ', selections(node.selectionSet)] : '',
      ]);
    case Kind.INLINE_FRAGMENT:
      return [
        `...${node.typeCondition ? ` on ${node.typeCondition.name.value}` : ''}`,
        trailing(node.directives),
        ' ',
        selections(node.selectionSet),
      ];
    case Kind.FRAGMENT_SPREAD:
      return [`...${node.name.value}`, trailing(node.directives)];
    case Kind.ARGUMENT:
    case Kind.OBJECT_FIELD:
      return [`${node.name.value}: `, layoutOf(node.value)];
    case Kind.DIRECTIVE:
      return [`@${node.name.value}`, enclosed('(', node.arguments ?? [], ')')];
    case Kind.OBJECT:
      return node.fields.length === 0 ? '{}' : group(['{', indent([LINE, list(node.fields)]), LINE, '}']);
    case Kind.LIST:
      return group(['[', indent([SOFT_LINE, list(node.values)]), SOFT_LINE, ']']);
    default:
      return print(node);
  }
}

function selections({ selections: all }: SelectionSetNode): Layout {
  return ['{', indent([HARD_LINE, join(HARD_LINE, all.map(layoutOf))]), HARD_LINE, '}'];
}

function variables(all: readonly VariableDefinitionNode[]): Layout {
  return enclosed('(', all, ')');
}

function enclosed(open: string, nodes: readonly (ArgumentNode | VariableDefinitionNode)[], close: string): Layout {
  return nodes.length === 0 ? '' : group([open, indent([SOFT_LINE, list(nodes)]), SOFT_LINE, close]);
}

/** Commas are only between what is on one line. */
function list(nodes: readonly ASTNode[]): Layout {
  return join([ifFlat(','), LINE], nodes.map(layoutOf));
}

function directives(all: readonly DirectiveNode[]): Layout {
  return join(LINE, all.map(layoutOf));
}

function trailing(all: readonly DirectiveNode[] | undefined): Layout {
  return all?.length ? [' ', group(indent([SOFT_LINE, directives(all)]))] : '';
}

const MAX_NAMES = 20;

/** `# Left out: comments, history.`, the last line of a document; empty where nothing is. `from` is what they are left out of. */
export function leftOutComment(names: readonly string[], from?: string): string {
  if (names.length === 0) return '';
  const more = names.length - MAX_NAMES;
  const listed = [...names.slice(0, MAX_NAMES), ...(more > 0 ? [`and ${more} more`] : [])];
  return `# Left out${from === undefined ? '' : ` of ${from}`}: ${listed.join(', ')}.\n`;
}

// The layout of a document: the algorithm of prettier (Wadler, "A prettier printer"), for what GraphQL needs of it.

/** A text with places where it may break. */
type Layout = string | readonly Layout[] | Group | Indent | IfBreak | typeof LINE | typeof SOFT_LINE | typeof HARD_LINE;

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
const LINE = { kind: 'line', flat: ' ', isHard: false } as const;
const SOFT_LINE = { kind: 'line', flat: '', isHard: false } as const;
const HARD_LINE = { kind: 'line', flat: '', isHard: true } as const;

/** Breaks all of its own lines, or none. */
function group(of: Layout): Group {
  return { kind: 'group', of, isBroken: hasHardLine(of) };
}

function indent(of: Layout): Indent {
  return { kind: 'indent', of };
}

/** This text where the group around it is on one line, and nothing where it is broken. */
function ifFlat(flat: string): IfBreak {
  return { kind: 'ifBreak', flat };
}

function join(separator: Layout, parts: readonly Layout[]): Layout {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
}

interface Command {
  depth: number;
  isFlat: boolean;
  of: Layout;
}

/** The text of a layout, in lines of at most `width` characters where that is possible. */
function renderLayout(layout: Layout, width: number): string {
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
