/** What mutations wrote of one object. */
interface MockEntity {
  typeName: string;
  key: string;
  state: 'created' | 'updated' | 'deleted';
  values: Readonly<Record<string, unknown>>;
  /** The ids and names in the arguments of the mutation that created it. */
  mentions: ReadonlyMap<string, string>;
}

const MAX_ENTITIES = 10_000;
const NO_MENTIONS: ReadonlyMap<string, string> = new Map();

/** The writes of the process: the objects that mutations created, changed or deleted. The oldest write makes room for new ones. */
export class MockState {
  /** In the order of their last writes. */
  readonly #entities = new Map<string, MockEntity>();
  readonly #byType = new Map<string, Map<string, MockEntity>>();
  readonly #lastIndex = new Map<string, number>();
  readonly #maxEntities: number;

  constructor(maxEntities = MAX_ENTITIES) {
    this.#maxEntities = maxEntities;
  }

  /** The number of the next object of a type; `first` for the first one. */
  nextIndex(typeName: string, first: number): number {
    const index = (this.#lastIndex.get(typeName) ?? first - 1) + 1;
    this.#lastIndex.set(typeName, index);
    return index;
  }

  /** The written values of an object; undefined where nothing was written. */
  values(typeName: string, key: string): Readonly<Record<string, unknown>> | undefined {
    return this.#byType.get(typeName)?.get(key)?.values;
  }

  /** The ids and names in the arguments of the mutation that created an object, by the names of the arguments. */
  mentions(typeName: string, key: string): ReadonlyMap<string, string> {
    return this.#byType.get(typeName)?.get(key)?.mentions ?? NO_MENTIONS;
  }

  isDeleted(typeName: string, key: string): boolean {
    return this.#byType.get(typeName)?.get(key)?.state === 'deleted';
  }

  /** The keys of the objects of a type that were written, also of those that were deleted, in the order of their first writes. */
  writtenKeys(typeName: string): string[] {
    return [...(this.#byType.get(typeName)?.keys() ?? [])];
  }

  /** The keys of the objects of a type that were created and are still there, in the order of their creation. */
  createdKeys(typeName: string): string[] {
    const entities = [...(this.#byType.get(typeName)?.values() ?? [])];
    return entities.filter(({ state }) => state === 'created').map(({ key }) => key);
  }

  create(
    typeName: string,
    key: string,
    { values, mentions }: { values: Readonly<Record<string, unknown>>; mentions: ReadonlyMap<string, string> },
  ): void {
    this.#write({ typeName, key, state: 'created', values, mentions });
  }

  update(typeName: string, key: string, values: Readonly<Record<string, unknown>>): void {
    const before = this.#byType.get(typeName)?.get(key);
    const state = before?.state === 'created' ? 'created' : 'updated';
    this.#write({
      typeName,
      key,
      state,
      values: { ...before?.values, ...values },
      mentions: before?.mentions ?? NO_MENTIONS,
    });
  }

  delete(typeName: string, key: string): void {
    const values = this.values(typeName, key) ?? {};
    this.#write({ typeName, key, state: 'deleted', values, mentions: NO_MENTIONS });
  }

  #write(entity: MockEntity): void {
    const { typeName, key } = entity;
    const name = `${typeName}:${key}`;
    this.#entities.delete(name);
    this.#entities.set(name, entity);
    const ofType = this.#byType.get(typeName) ?? new Map<string, MockEntity>();
    this.#byType.set(typeName, ofType.set(key, entity));
    if (this.#entities.size > this.#maxEntities) this.#evictOldest();
  }

  #evictOldest(): void {
    const [name, { typeName, key }] = this.#entities.entries().next().value!;
    this.#entities.delete(name);
    this.#byType.get(typeName)!.delete(key);
  }
}
