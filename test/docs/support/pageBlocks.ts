// The code blocks of the README and of docs/, and how each of them is executed.
import { readFileSync, readdirSync } from 'node:fs';
import { type GraphQLSchema, buildSchema, printSchema } from 'graphql';

export const ROOT = new URL('../../../', import.meta.url);

export interface Block {
  page: string;
  line: number;
  /** The heading above, of the second level. */
  section: string;
  /** The first word after the fence. */
  language: string;
  /** What follows the language: the file that the block is, or the name of the output that it shows. */
  title: string;
  text: string;
  /** The block before, if there is no text in between. */
  previous?: Block;
}

const API_KEYS = ['name', 'defaultVersion', 'versioning', 'info', 'securitySchemes', 'describe'];

/** How a block is executed. `checked` is the output, or the input, of a test that asks for it by its title. */
export type Kind =
  | 'endpoint'
  | 'conventions'
  | 'api.json'
  | 'package.json'
  | 'typescript'
  | 'shell'
  | 'output'
  | 'checked'
  | 'sql'
  | 'yaml'
  | 'drawing';

/** The titles of the blocks that a test compares or sends, by the test. */
export const CHECKED: Readonly<Record<string, readonly string[]>> = {
  'endpoints.test.ts': ['getBookLinks', 'branches', 'exported books'],
  'pages.slow.test.ts': ['misfits', 'resource', 'rooms'],
  'commands.process.test.ts': [
    'request',
    'response',
    'breaking change',
    'report',
    'corrections.json',
    'persisted query',
    'rate limit',
    'misfits of serve',
    'requests.jsonl',
    'replay',
    'differences',
    'still used',
    'mcp.json',
  ],
};

/** What the documents of docs/ are compiled against, served without credentials. */
export const readPageSchema = (): GraphQLSchema =>
  withoutDirectives(buildSchema(readFileSync(new URL('schema.graphql', import.meta.url), 'utf8')));

/** A copy without resolvers and applied directives, such as those for access. */
const withoutDirectives = (schema: GraphQLSchema): GraphQLSchema => buildSchema(printSchema(schema));

export const PAGES: readonly string[] = [
  'README.md',
  ...readdirSync(new URL('docs', ROOT))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

const FENCE = /^( *)(`{3,})([^\s`]*)[ \t]*([^\n]*)\n([^]*?)^\1\2[ \t]*$/gm;

export const BLOCKS: readonly Block[] = PAGES.flatMap((page) => {
  const text = readFileSync(new URL(page, ROOT), 'utf8');
  const blocks: Block[] = [];
  let end = 0;
  for (const match of text.matchAll(FENCE)) {
    const [whole, indent = '', , language = '', title = '', content = ''] = match;
    const between = text.slice(end, match.index).replaceAll(/<[^>]*>/g, '');
    const last = blocks.at(-1);
    blocks.push({
      page,
      line: text.slice(0, match.index).split('\n').length,
      section: text.slice(0, match.index).split(/^## /m).at(-1)!.split('\n')[0]!,
      language,
      title,
      text: content.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      ...(last && between.trim() === '' && { previous: last }),
    });
    end = match.index + whole.length;
  }
  return blocks;
});

export const nameOf = ({ page, line, language, title }: Block): string =>
  `${page}:${line} ${[language, title].join(' ').trim()}`;

/** The kind of a block; undefined for one that nothing executes. */
export function kindOf(block: Block): Kind | undefined {
  const { language, title, text, previous } = block;
  if (Object.values(CHECKED).some((titles) => titles.includes(title))) return 'checked';
  if (language === 'graphql') return 'endpoint';
  if (language === 'ts' || language === 'js') return 'typescript';
  if (language === 'sh') return 'shell';
  if (language === 'sql' || language === 'yaml') return language;
  if (language === '') return 'drawing';
  if (previous?.language === 'sh') return 'output';
  if (language !== 'json') return undefined;
  const keys = Object.keys(JSON.parse(text) as object);
  if (keys.every((key) => API_KEYS.includes(key))) return 'api.json';
  // What is no conventions either, a test of these refuses.
  return keys.join() === 'scripts' ? 'package.json' : 'conventions';
}

/** The file that a block is, as its comment in the first line says. */
export const fileOf = ({ text }: Block): string | undefined => /^\/\/ (\S+\.ts)\n/.exec(text)?.[1];

/** The blocks of a kind, with their names. */
export const blocksOf = (kind: Kind): [name: string, block: Block][] =>
  BLOCKS.filter((block) => kindOf(block) === kind).map((block) => [nameOf(block), block]);

/** The block with this title on a page. */
export function blockOf(page: string, title: string): Block {
  const [block, ...others] = BLOCKS.filter((each) => each.page === page && each.title === title);
  if (!block || others.length > 0) throw new Error(`${page} must have one block with the title "${title}".`);
  return block;
}

/** A text as a pattern, in which … stands for anything. */
export const patternOf = (text: string): RegExp =>
  new RegExp(
    `^${text
      .trimEnd()
      .replaceAll(/[$().*+?[\\\]^{|}]/g, '\\$&')
      .replaceAll('…', '[^]*?')}\\n*$`,
  );
