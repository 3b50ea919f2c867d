// Random edits of a folder of endpoint documents, as a person makes them: most leave it valid, some break it.
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';

const KINDS = {
  'move the lines down': (text, number) => `${'\n'.repeat(1 + (number % 3))}${text}`,
  'remove a line': (text, number) => withLine(text, number, () => []),
  'repeat a line': (text, number) => withLine(text, number, (line) => [line, line]),
  'open a bracket': (text) => `${text} {`,
} as const satisfies Record<string, (text: string, number: number) => string>;

/** Each changes another convention; the last two cannot be read. */
export const CONVENTIONS = [
  '{}',
  '{"case": "snake_case"}',
  '{"names": {"Query.profile": "person"}}',
  '{"scalars": {"ID": {"type": "string"}}}',
  '{"page": {"styles": ["CURSOR"], "parameters": {"limit": "size"}}}',
  '{"connection": {"first": "limit", "nodes": "edges.node"}}',
  '{"expand": "with"}',
  '{"fields": "only"}',
  '{"body": {"data": "{body}"}}',
  '{"ignore": ["pretty"]}',
  '{"unknown": {"query": "ignore", "body": "ignore"}}',
  '{"consumes": ["application/x-www-form-urlencoded"]}',
  '{"produces": ["application/hal+json"]}',
  '{"cache": "hints"}',
  '{"idempotencyKey": "OPTIONAL"}',
  '{"rateLimit": {"getUser": "100/60"}}',
  '{"errors": {"invalid": 422}}',
  '{"auth": {"default": "OPTIONAL"}}',
  '{"urls": "absolute"}',
  '{"enums": {"*": "lowercase"}, "nulls": "omit"}',
  '{"deprecated": "2027-01-31"}',
  '{"page": {"max": 7}}',
  '{"case": 1}',
  '{',
];

const kinds = [
  ...(Object.keys(KINDS) as (keyof typeof KINDS)[]),
  'restore',
  'restore',
  'remove',
  'rename',
  'copy',
  'swap',
  'conventions',
] as const;

/** One edit; the numbers choose the files and places. */
export interface Edit {
  kind: (typeof kinds)[number];
  file: number;
  number: number;
}

export const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.record({ kind: fc.constantFrom(...kinds), file: fc.nat(999), number: fc.nat(999) }),
  { minLength: 1, maxLength: 8 },
);

/** Makes an edit in a folder, which was a copy of `original` once. */
export function editFolder(folder: string, original: string, { kind, file, number }: Edit): void {
  const files = filesIn(folder);
  const name = files[file % files.length];
  const other = files[number % files.length];
  const version = `v${1 + (number % 3)}`;
  if (kind === 'restore') {
    const names = filesIn(original);
    const lost = names[file % names.length]!;
    copy(path.join(original, lost), path.join(folder, lost));
  } else if (kind === 'conventions') {
    const target = path.join(folder, number % 2 === 0 ? '' : version, 'conventions.json');
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, CONVENTIONS[file % CONVENTIONS.length]!);
  } else if (name === undefined || other === undefined) {
    return;
  } else if (kind === 'remove') {
    rmSync(path.join(folder, name));
  } else if (kind === 'rename') {
    renameSync(path.join(folder, name), path.join(folder, path.dirname(name), `other${path.extname(name)}`));
  } else if (kind === 'copy') {
    const target = path.join(folder, name.replace(/^v\d+/, version));
    if (!existsSync(target)) copy(path.join(folder, name), target);
  } else if (kind === 'swap') {
    const texts = [name, other].map((each) => readFileSync(path.join(folder, each), 'utf8'));
    writeFileSync(path.join(folder, name), texts[1]!);
    writeFileSync(path.join(folder, other), texts[0]!);
  } else {
    const target = path.join(folder, name);
    writeFileSync(target, KINDS[kind](readFileSync(target, 'utf8'), number));
  }
}

function copy(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true });
  writeFileSync(to, readFileSync(from));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => path.extname(name) !== '')
    .sort();
}

function withLine(text: string, number: number, change: (line: string) => readonly string[]): string {
  const lines = text.split('\n');
  const at = number % lines.length;
  return lines.flatMap((line, index) => (index === at ? change(line) : line)).join('\n');
}
