import { insertProperty } from './insertProperty.ts';

/** What a project needs of Portico. */
export interface PackageNeeds {
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
