// The chunks that the built program loads later: each has every name that is used of it. Of a package in CommonJS esbuild
// exports nothing but `default`, unlike Node, which runs the sources.
import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { ROOT } from '../../promises/support/startProgram.ts';

const BUNDLE = path.join(ROOT, 'dist/bundle');

/** Names that a package looks for, and does without. */
const OPTIONAL = new Set(['experimentalExecuteIncrementally']);

/** A node of ESTree. */
type Node = { readonly type: string } & Readonly<Record<string, unknown>>;

/** A dynamic import of a chunk; `names` are undefined where the whole namespace is passed on. */
interface Use {
  chunk: string;
  names: readonly string[] | undefined;
}

/** Imports files as Node does, and prints the names that each exports. */
const LIST_EXPORTS = `
  const exported = {};
  for (const file of process.argv.slice(1)) exported[file] = Object.keys(await import(file));
  process.stdout.write(JSON.stringify(exported));
  process.exit();`;

test('every chunk that is imported dynamically has every name that is used of it', async () => {
  const files = readdirSync(BUNDLE).filter((file) => file.endsWith('.js'));
  const uses = files.flatMap((file) => usesIn(readFileSync(path.join(BUNDLE, file), 'utf8')));
  const chunks = [...new Set(uses.map(({ chunk }) => chunk))];
  expect(chunks.length).toBeGreaterThan(20);
  const command = ['--input-type=module', '-e', LIST_EXPORTS, ...chunks.map((chunk) => path.join(BUNDLE, chunk))];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: ROOT });
  const exported = JSON.parse(stdout) as Record<string, string[]>;

  const missing = uses.flatMap(({ chunk, names = [] }) =>
    names
      .filter((name) => !OPTIONAL.has(name) && !exported[path.join(BUNDLE, chunk)]!.includes(name))
      .map((name) => `${name} of ${chunk}`),
  );
  expect(missing).toEqual([]);
  // Prisma's client takes it as it is.
  const passedOn = uses.filter(({ names }) => names === undefined).map(({ chunk }) => chunk.replace(/-\w+\.js$/, ''));
  expect(passedOn).toEqual(['./query_compiler_small_bg.postgresql']);
});

function usesIn(source: string): Use[] {
  if (!source.includes('import(')) return [];
  const uses: Use[] = [];
  walk(parseAst(source) as unknown as Node, [], (node, ancestors) => {
    const { value } = (node['source'] ?? {}) as { value?: unknown };
    if (node.type !== 'ImportExpression' || typeof value !== 'string' || !value.startsWith('./')) return;
    uses.push({ chunk: value, names: namesOf(node, ancestors) });
  });
  return uses;
}

/** The names that are used of an imported namespace. */
function namesOf(imported: Node, ancestors: readonly Node[]): string[] | undefined {
  const scope = ancestors.findLast(({ type }) => /^(?:Program|.*Function.*)$/.test(type))!;
  let node = imported;
  let element: number | undefined;
  for (const parent of ancestors.toReversed()) {
    switch (parent.type) {
      case 'ArrayExpression':
        element = (parent['elements'] as Node[]).indexOf(node);
        break;
      case 'MemberExpression': {
        const name = nameOf(parent['property']);
        // Of Promise.all, or of the promise of the namespace.
        if (name === 'all') break;
        if (name !== 'then') return [name];
        break;
      }
      case 'CallExpression': {
        const [callback] = parent['arguments'] as Node[];
        if (callback !== node && callback?.type === 'ArrowFunctionExpression') {
          return namesIn((callback['params'] as Node[])[0]!, callback);
        }
        break;
      }
      case 'VariableDeclarator': {
        const target = parent['id'] as Node;
        return namesIn(element === undefined ? target : (target['elements'] as Node[])[element]!, scope);
      }
      case 'AwaitExpression':
      case 'AssignmentExpression':
      case 'LogicalExpression':
      case 'ParenthesizedExpression':
        break;
      default:
        return undefined;
    }
    node = parent;
  }
  return undefined;
}

/** The names that a pattern takes of a namespace, or that are read of the variable in which it is kept. */
function namesIn(target: Node, scope: Node): string[] {
  if (target.type === 'ObjectPattern') return (target['properties'] as Node[]).map(({ key }) => nameOf(key));
  const names = new Set<string>();
  walk(scope, [], (node) => {
    const { type, object, property } = node;
    if (type === 'MemberExpression' && nameOf(object) === nameOf(target)) names.add(nameOf(property));
  });
  return [...names];
}

function nameOf(identifier: unknown): string {
  return String((identifier as Node | undefined)?.['name']);
}

function walk(node: Node, ancestors: readonly Node[], visit: (node: Node, ancestors: readonly Node[]) => void): void {
  visit(node, ancestors);
  const below = [...ancestors, node];
  for (const child of Object.values(node).flat()) {
    if (typeof child === 'object' && child !== null && 'type' in child) walk(child as Node, below, visit);
  }
}
