// Changes in JSON files that people have.
import { applyEdits, modify } from 'jsonc-parser';

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
 * `package.json` with the scripts and the dependency that are missing from it; the lines of everything else stay as they are. A
 * script whose name is taken is `rest:<name>`. Throws an error where the text is not a JSON object.
 */
export function editPackageJson(text: string, { scripts, dependency }: PackageNeeds): string {
  const content = parse(text);
  const existing = content.scripts ?? {};
  let edited = text;
  for (const [name, command] of Object.entries(scripts)) {
    const free = [name, `rest:${name}`].find((candidate) => existing[candidate] === undefined);
    const isThere = free === undefined || Object.values(existing).includes(command);
    if (!isThere) edited = insertProperty(edited, ['scripts', free], command);
  }
  const { name, range } = dependency;
  if (SECTIONS.some((section) => content[section]?.[name] !== undefined)) return edited;
  // npm sorts dependencies by name.
  return insertProperty(edited, ['dependencies', name], range, (other) => other > name);
}

/**
 * Sets a property of a JSON text, by its path; objects around it that are missing are made, and other lines stay as they are.
 * `before` says whether it comes before another property; default: the last.
 */
export function insertProperty(
  text: string,
  path: readonly string[],
  value: unknown,
  before: (name: string) => boolean = () => false,
): string {
  const indentation = /^[ \t]+(?=")/m.exec(text)?.[0];
  const edits = modify(text, [...path], value, {
    getInsertionIndex: (names) => (names.some(before) ? names.findIndex(before) : names.length),
    // A text on one line stays on one line.
    ...(text.trim().includes('\n') && {
      formattingOptions: {
        insertSpaces: indentation?.startsWith('\t') !== true,
        tabSize: indentation?.length ?? 2,
        eol: text.includes('\r\n') ? '\r\n' : '\n',
      },
    }),
  });
  return applyEdits(text, edits);
}

const SECTIONS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'] as const;

function parse(text: string): Partial<Record<(typeof SECTIONS)[number] | 'scripts', Record<string, string>>> {
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new Error(`package.json is not valid JSON: ${(cause as Error).message}`, { cause });
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new Error('package.json must be a JSON object.');
  return content;
}
