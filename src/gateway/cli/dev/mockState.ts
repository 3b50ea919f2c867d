/** What mutations wrote of one object. */
interface MockEntity {
  typeName: string;
  key: string;
  state: 'created' | 'updated' | 'deleted';
  values: Readonly<Record<string, unknown>>;
}

const MAX_ENTITIES = 10_000;

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

  isDeleted(typeName: string, key: string): boolean {
    return this.#byType.get(typeName)?.get(key)?.state === 'deleted';
  }

  /** The keys of the objects of a type that were created or updated and are still there, in the order of their first writes. */
  keys(typeName: string, state?: 'created'): string[] {
    const entities = [...(this.#byType.get(typeName)?.values() ?? [])];
    return entities
      .filter((entity) => entity.state !== 'deleted' && (state === undefined || entity.state === state))
      .map(({ key }) => key);
  }

  create(typeName: string, key: string, values: Readonly<Record<string, unknown>>): void {
    this.#write({ typeName, key, state: 'created', values });
  }

  update(typeName: string, key: string, values: Readonly<Record<string, unknown>>): void {
    const before = this.#byType.get(typeName)?.get(key);
    const state = before?.state === 'created' ? 'created' : 'updated';
    this.#write({ typeName, key, state, values: { ...before?.values, ...values } });
  }

  delete(typeName: string, key: string): void {
    this.#write({ typeName, key, state: 'deleted', values: this.values(typeName, key) ?? {} });
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
