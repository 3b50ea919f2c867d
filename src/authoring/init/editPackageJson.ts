import { type Node, findNodeAtLocation, parseTree } from 'jsonc-parser';

/** What a project needs of Portico. */
interface PackageNeeds {
  /** The commands of the scripts, by name. */
  scripts: Readonly<Record<string, string>>;
  dependency: { name: string; range: string };
}

/** A new `package.json`. */
export function createPackageJson({ scripts, dependency }: PackageNeeds): string {
  const content = { private: true, type: 'module', scripts, dependencies: { [dependency.name]: dependency.range } };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/**
 * `package.json` with the scripts and the dependency that are missing from it; everything else stays as it is, byte for byte. A
 * script whose name is taken is `rest:<name>`. Throws an error where the text is not a JSON object.
 */
export function editPackageJson(text: string, { scripts, dependency }: PackageNeeds): string {
  const content = parse(text);
  const taken = new Map(Object.entries(content.scripts ?? {}));
  let edited = text;
  for (const [name, command] of Object.entries(scripts)) {
    const free = [name, `rest:${name}`].find((each) => !taken.has(each));
    if (free !== undefined && ![...taken.values()].includes(command)) insertInto('scripts', free, command);
  }
  const isInstalled = SECTIONS.some((section) => content[section]?.[dependency.name] !== undefined);
  if (!isInstalled) insertInto('dependencies', dependency.name, dependency.range);
  return edited;

  function insertInto(section: 'scripts' | 'dependencies', name: string, value: string): void {
    if (content[section]) {
      // npm sorts dependencies by name.
      edited = insertProperty(edited, [section], [name, value], (each) => section === 'dependencies' && each > name);
    } else {
      content[section] = {};
      edited = insertProperty(edited, [], [section, { [name]: value }]);
    }
  }
}

const SECTIONS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'] as const;

type Content = Partial<Record<(typeof SECTIONS)[number] | 'scripts', Record<string, string>>>;

function parse(text: string): Content {
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new Error(`package.json is not valid JSON: ${(cause as Error).message}`, { cause });
  }
  if (!isObject(content)) throw new Error('package.json must be a JSON object.');
  for (const section of ['scripts', ...SECTIONS]) {
    const value = content[section];
    if (value !== undefined && !isObject(value)) throw new Error(`package.json: "${section}" must be an object.`);
  }
  return content as Content;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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
