import type { FieldsPlan, SelectableProperty } from '../plan/FieldsPlan.ts';
import { responsePath } from '../plan/responsePath.ts';
import type { SentProperties } from './FieldSelection.ts';

type Sent = Map<string, Sent | 'whole'>;

/** What a request selects of one object. */
export interface SelectedProperties {
  /** The response paths that are not executed. */
  leftOut: readonly string[];
  sent: SentProperties;
}

/** Selects the properties with these names, which are dotted, and all that is executed or sent together with them. */
export function selectProperties(plan: FieldsPlan, names: readonly string[]): SelectedProperties {
  const selection = new Selection(names);
  const root = responsePath(plan.path);
  const sent = selection.select(plan.properties, root, '');
  for (const path of plan.executes ?? []) selection.execute(responsePath(path));
  return { leftOut: selection.leftOut(root), sent };
}

class Selection {
  readonly #names: ReadonlySet<string>;
  /** The names that listed names begin with. */
  readonly #prefixes: ReadonlySet<string>;
  /** Response paths that execute as a whole, those that lead to them, and all that can be left out. */
  readonly #whole = new Set<string>();
  readonly #touched = new Set<string>();
  readonly #unlisted = new Set<string>();

  constructor(names: readonly string[]) {
    this.#names = new Set(names);
    this.#prefixes = new Set(names.flatMap(prefixesOf));
  }

  select(properties: readonly SelectableProperty[], around: string, prefix: string): Sent {
    const sent: Sent = new Map();
    for (const { name, groups = [], path, wire, always, needs = [], properties: below } of properties) {
      const fullName = prefix + name;
      const at = around + responsePath(path);
      const isWhole =
        always === true || this.#names.has(fullName) || groups.some((each) => this.#names.has(prefix + each));
      const isListed = isWhole || this.#prefixes.has(fullName);
      if (isWhole) addSent(sent, wire, 'whole');
      if (isListed) for (const need of needs) this.execute(around + responsePath(need));
      if (isWhole) {
        this.execute(at);
      } else if (below && isListed) {
        addSent(sent, wire, this.select(below, at, `${fullName}.`));
        this.#touch(at);
      } else {
        this.#addUnlisted(at, below);
      }
    }
    return sent;
  }

  /** Those below it as well: another property can be made from one of them. */
  #addUnlisted(at: string, below: readonly SelectableProperty[] = []): void {
    this.#unlisted.add(at);
    for (const { path, properties } of below) this.#addUnlisted(at + responsePath(path), properties);
  }

  /** The uppermost response paths below the root that nothing selected needs. */
  leftOut(root: string): string[] {
    const found = new Set<string>();
    for (const path of this.#unlisted) {
      for (const at of [...ancestorsOf(path, root), path]) {
        if (this.#whole.has(at)) break;
        if (this.#touched.has(at)) continue;
        found.add(at);
        break;
      }
    }
    return [...found].sort();
  }

  execute(path: string): void {
    this.#whole.add(path);
    this.#touch(path);
  }

  #touch(path: string): void {
    for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) this.#touched.add(at);
  }
}

/** `a` and `a.b` of `a.b.c`. */
function prefixesOf(name: string): string[] {
  const prefixes: string[] = [];
  for (let dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) prefixes.push(name.slice(0, dot));
  return prefixes;
}

/** The paths between the root and a path, the uppermost first. */
function ancestorsOf(path: string, root: string): string[] {
  const ancestors: string[] = [];
  for (let slash = path.indexOf('/', root.length + 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
    ancestors.push(path.slice(0, slash));
  }
  return ancestors;
}

function addSent(sent: Sent, wire: readonly string[], value: Sent | 'whole'): void {
  let at = sent;
  for (const key of wire.slice(0, -1)) {
    const next = at.get(key) ?? new Map<string, Sent | 'whole'>();
    if (next === 'whole') return;
    at.set(key, next);
    at = next;
  }
  const last = wire.at(-1)!;
  if (at.get(last) !== 'whole') at.set(last, value);
}
