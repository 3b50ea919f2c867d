// Decides which schemas of a version become components: those with a name of their own, those of whole bodies, and those
// that recur. How often a schema recurs is known only at the end, so that a reference is a placeholder until `resolve`.
import type { ObjectShape } from '../../../plan/Shape.ts';
import type { TypeContext } from '../../../plan/bounds.ts';
import { type Components, type Schema, nullable, ref } from '../Schema.ts';
import { isObject, writeJson } from '../../../http/losslessJson.ts';

/** In the order in which they get their names. */
const KINDS = ['pagination', 'shape', 'input', 'enum', 'list', 'object'] as const;

interface Entry {
  id: number;
  kind: (typeof KINDS)[number];
  /** The name of the component, unless another one has it. */
  name: string;
  /** Of a list: the entry of its items, after whose component it is named. */
  itemId?: number;
  schema: Schema;
  uses: number;
  /** Whether a request or a response has it as its body, or as an item of its body. */
  isBody: boolean;
  /** Undefined where the schema stands in place. */
  component?: string;
}

/** The key of a placeholder, whose value is the id of an entry; no property of a schema has this name. */
const ENTRY = '\0entry';

export class SchemaRegistry {
  readonly #entries: Entry[] = [];
  readonly #byKey = new Map<string, Entry>();
  /** What describes the named entries, in their order. */
  readonly #described: (() => void)[] = [];

  /**
   * A reference to a schema with a name of its own. `describe` is called once, by `nameComponents`, and may refer to the same name: inputs
   * refer to each other, and a call within a call for each of them would end the stack.
   */
  named(kind: 'pagination' | 'input' | 'enum', name: string, describe: () => Schema): Schema {
    const key = `${kind} ${name}`;
    const known = this.#byKey.get(key);
    if (known) return { [ENTRY]: known.id };
    const entry = this.#add(key, { kind, name });
    this.#described.push(() => (entry.schema = describe()));
    return { [ENTRY]: entry.id };
  }

  /**
   * A reference to an object in a response. The same properties of the same type are one schema; so are those of one shape
   * of the version, which has the description of the type that it is found on first.
   */
  object({ type, component }: ObjectShape, schema: Schema): Schema {
    const content = writeJson({ ...schema, description: undefined });
    const typeKey = `type ${type} ${content}`;
    const ofType = this.#byKey.get(typeKey);
    if (component === undefined) {
      return { [ENTRY]: (ofType ?? this.#add(typeKey, { kind: 'object', name: type, schema })).id };
    }
    const shapeKey = `shape ${component} ${content}`;
    let entry = this.#byKey.get(shapeKey);
    if (!entry && ofType?.kind === 'object') entry = Object.assign(ofType, { kind: 'shape', name: component });
    entry ??= this.#add(shapeKey, { kind: 'shape', name: component, schema });
    this.#byKey.set(shapeKey, entry);
    if (!ofType) this.#byKey.set(typeKey, entry);
    return { [ENTRY]: entry.id };
  }

  /** A reference to a page of a list, named after its items, or `name` where those have none. */
  list(item: Schema, schema: Schema, name: string): Schema {
    const key = `list ${writeJson(schema)}`;
    const itemId = item[ENTRY] as number | undefined;
    const own = { kind: 'list', name, schema, ...(itemId !== undefined && { itemId }) } as const;
    return { [ENTRY]: (this.#byKey.get(key) ?? this.#add(key, own)).id };
  }

  /** Makes the object that a body is, or that its items are, a component however often it is used. */
  markBody(schema: Schema): Schema {
    const entry = this.#entries[schema[ENTRY] as number];
    if (entry) entry.isBody = true;
    else if (typeof schema['items'] === 'object') this.markBody(schema['items'] as Schema);
    return schema;
  }

  /** Names the components that `nodes` refer to. Called once, when every schema is known. */
  nameComponents(nodes: unknown, reserved: Iterable<string>): void {
    // Grows while it is iterated over.
    for (const describe of this.#described) describe();
    this.#countUses([nodes, this.#entries.map(({ schema }) => schema)]);
    const names = new Set(reserved);
    const shapes = new Set<string>();
    const nameEntry = (entry: Entry): string | undefined => {
      if (entry.component !== undefined) return entry.component;
      const isShape = entry.kind === 'shape' && !shapes.has(entry.name);
      if (isShape) shapes.add(entry.name);
      const recurs = entry.uses > 1 || entry.isBody;
      if (!isShape && !recurs && (entry.kind === 'object' || entry.kind === 'shape')) return undefined;
      const item = entry.itemId === undefined ? undefined : nameEntry(this.#entries[entry.itemId]!);
      entry.component = freeName(item === undefined ? entry.name : `${item}List`, names);
      names.add(entry.component);
      return entry.component;
    };
    const bodiesFirst = [...this.#entries].sort((a, b) => Number(b.isBody) - Number(a.isBody));
    for (const kind of KINDS) for (const entry of bodiesFirst) if (entry.kind === kind) nameEntry(entry);
  }

  get components(): Components {
    return new Map(
      this.#entries.flatMap(({ component, schema }) =>
        component === undefined ? [] : [[component, this.resolve(schema)] as const],
      ),
    );
  }

  /** The node with references to components, and the other schemas in place. */
  resolve<Node>(node: Node): Node {
    if (Array.isArray(node)) return node.map((item: unknown) => this.resolve(item)) as Node;
    if (!isObject(node)) return node;
    const { [ENTRY]: id, ...own } = node as Schema;
    if (id !== undefined) return { ...this.#target(id as number), ...own } as Node;
    const { anyOf, ...others } = own;
    const [only, other] = Array.isArray(anyOf) ? (anyOf as Schema[]) : [];
    if (only?.[ENTRY] !== undefined && other?.['type'] === 'null') {
      return { ...nullable(this.#target(only[ENTRY] as number)), ...others } as Node;
    }
    return Object.fromEntries(Object.entries(own).map(([key, value]) => [key, this.resolve(value)])) as Node;
  }

  #countUses(node: unknown): void {
    if (typeof node !== 'object' || node === null) return;
    const entry = this.#entries[(node as Schema)[ENTRY] as number];
    if (entry) entry.uses++;
    for (const value of Object.values(node)) this.#countUses(value);
  }

  #target(id: number): Schema {
    const { component, schema } = this.#entries[id]!;
    return component === undefined ? this.resolve(schema) : ref(component);
  }

  #add(key: string, own: Pick<Entry, 'kind' | 'name'> & Partial<Entry>): Entry {
    const entry: Entry = { id: this.#entries.length, schema: {}, uses: 0, isBody: false, ...own };
    this.#entries.push(entry);
    this.#byKey.set(key, entry);
    return entry;
  }
}

/** The version whose types are described, and the registry that their schemas are added to. */
export interface SchemaContext {
  version: TypeContext;
  registry: SchemaRegistry;
}

/** The schema of the addresses in a body, which are absolute where the conventions say. */
export function urlSchema({ version: { conventions } }: SchemaContext): Schema {
  return { type: 'string', format: conventions.urls === 'absolute' ? 'uri' : 'uri-reference' };
}

/** The name, or the first of `Book_2`, `Book_3` and so on that is free. */
export function freeName(name: string, names: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; names.has(free); number++) free = `${name}_${number}`;
  return free;
}
