// What endpoints have in common, for `conventions.json`: the names of pages, and the JSON of scalars.
import {
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLScalarType,
  type GraphQLSchema,
  TypeInfo,
  getNamedType,
  isInputType,
  isScalarType,
  isSpecifiedScalarType,
  parse,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type {
  ConnectionNames,
  PageStyle,
  ScalarConvention,
  ScalarConventions,
} from '../../gateway/plan/conventions/Conventions.ts';
import { DEFAULT_CONVENTIONS } from '../../gateway/plan/conventions/defaultConventions.ts';
import { inputTypesWithin } from '../../gateway/execute/inputTypes.ts';
import type { Connection } from './schema/readConnection.ts';

/** What the lists of an API have in common: what `conventions.json` says of them. */
export interface PageDefaults {
  connection: Partial<ConnectionNames>;
  styles: readonly PageStyle[];
}

/** What the lists of most types have, over the defaults. */
export function choosePageDefaults(connections: readonly Connection[]): PageDefaults {
  const connection: Partial<ConnectionNames> = { ...DEFAULT_CONVENTIONS.connection };
  const keys = new Set(connections.flatMap(({ names }) => Object.keys(names) as (keyof ConnectionNames)[]));
  for (const key of keys) {
    const usual = defaultName(key);
    // Many lists of one type count once.
    const byType = new Map(connections.map(({ item, names }) => [`${item.name} ${names[key]}`, names[key]]));
    const names = [...byType.values()].filter((name) => name !== undefined || usual === undefined);
    const most = mostCommon([...(names.includes(usual) ? [usual] : []), ...names]);
    if (most !== undefined) connection[key] = most;
  }
  const styles = mostCommon(connections.map((list) => list.styles.join()));
  return {
    connection,
    styles: styles === undefined ? DEFAULT_CONVENTIONS.page.styles : (styles.split(',') as PageStyle[]),
  };
}

/** The part of `conventions.json` that is not as by default. */
export function pageConventions({ connection, styles }: PageDefaults): Record<string, unknown> {
  const changed = Object.entries(connection).filter(
    ([key, name]) => name !== defaultName(key as keyof ConnectionNames),
  );
  const isDefault = styles.join() === DEFAULT_CONVENTIONS.page.styles.join();
  return {
    ...(!isDefault && { page: { styles } }),
    ...(changed.length > 0 && { connection: Object.fromEntries(changed) }),
  };
}

/** `@paginate` with what a list has that the conventions do not say. */
export function paginateDirective({ names, styles }: Connection, defaults: PageDefaults): string {
  const offered = defaults.styles.every((style) => styles.includes(style)) ? defaults.styles : styles;
  const changed = (Object.entries(names) as [keyof ConnectionNames, string][]).filter(
    ([key, name]) =>
      name !== (defaults.connection[key] ?? defaultName(key)) && (key !== 'page' || offered.includes('PAGE')),
  );
  const parts = [
    ...(changed.length > 0 ? [`connection: { ${changed.map(([key, name]) => `${key}: "${name}"`).join(', ')} }`] : []),
    ...(offered === defaults.styles ? [] : [`styles: [${styles.join(', ')}]`]),
  ];
  return parts.length > 0 ? `@paginate(${parts.join(', ')})` : '@paginate';
}

function defaultName(key: keyof ConnectionNames): string | undefined {
  const { connection } = DEFAULT_CONVENTIONS;
  return (
    connection[key] ??
    (/^(?:endCursor|startCursor|hasNextPage|hasPreviousPage)$/.test(key) ? `${connection.pageInfo}.${key}` : undefined)
  );
}

function mostCommon<Value>(values: readonly Value[]): Value | undefined {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** The JSON of each custom scalar that documents use and `present` has not, in the order of the schema. */
export function scalarConventions(
  schema: GraphQLSchema,
  texts: readonly string[],
  present: Readonly<Record<string, unknown>>,
): { scalars?: Record<string, ScalarConvention> } {
  const used = new Set(texts.flatMap((text) => [...scalarsOf(parse(text, { noLocation: true }), schema)]));
  const missing = Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLScalarType => isScalarType(type) && used.has(type) && !Object.hasOwn(present, type.name),
  );
  if (missing.length === 0) return {};
  return { scalars: Object.fromEntries(missing.map((type) => [type.name, scalarOf(type)])) };
}

/** The custom scalars in the selections and variables of a document, without Upload: one that conventions declare is no file. */
function scalarsOf(document: DocumentNode, schema: GraphQLSchema): Set<GraphQLNamedType> {
  const found = new Set<GraphQLNamedType>();
  const add = (type: GraphQLNamedType | undefined): void => {
    for (const each of isInputType(type) ? inputTypesWithin([type]) : []) {
      if (isScalarType(each) && !isSpecifiedScalarType(each) && each.name !== 'Upload') found.add(each);
    }
  };
  const info = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: () => add(getNamedType(info.getType() ?? undefined)),
      VariableDefinition: (node) => add(getNamedType(typeFromAST(schema, node.type as never))),
    }),
  );
  return found;
}

/** Integers of 64 bits or more: a client whose numbers are doubles would lose digits. */
const WIDE = /^(?:big_?int\w*|long|bigserial|int8|(?:u|.*unsigned)?int(?:64|128|256))$/i;

/** The scalars that a new API need not declare: the defaults have those of 64 bits as numbers. */
export function knownScalars(scalars: ScalarConventions['scalars']): ScalarConventions['scalars'] {
  const isKnown = (name: string) => !WIDE.test(name) || scalars[name] !== DEFAULT_CONVENTIONS.scalars[name];
  return Object.fromEntries(Object.entries(scalars).filter(([name]) => isKnown(name)));
}

const text = (format: string): ScalarConvention => ({ type: 'string', format });

/** By name, the first that matches. */
const BY_NAME: readonly (readonly [name: RegExp, convention: ScalarConvention])[] = [
  [/^(?:.*date_?time.*|timestamp(?:tz)?|.*timestamp|instant|iso8601datetime)$/i, text('date-time')],
  [/^(?:iso8601)?(?:.*Date|date|localdate|timelessdate)$/, text('date')],
  [/^(?:local)?timet?z?$/i, text('time')],
  [/^(?:.*duration|interval|period)$/i, text('duration')],
  [/^(?:uuid|guid|.*uuid)$/i, text('uuid')],
  [/^(?:.*ur[li])$/i, text('uri')],
  [/^(?:.*email(?:address)?)$/i, text('email')],
  // Not Bytes and bytea, which many an API writes as hexadecimal digits.
  [/^(?:base64(?:string)?|bytearray)$/i, text('byte')],
  [/^jsonstring$/i, { type: 'any', upstream: 'json' }],
  [
    /^(?:.*json.*|any|generic\w*|metadata|map|hash|object|record|dynamic|arbitrary\w*|unknown|keyvalue|dictionary)$/i,
    { type: 'any' },
  ],
  [WIDE, { type: 'string' }],
  [
    /^(?:smallint|.*unsignedint\d*|u?int\d*|posit?iveint\w*|nonnegativeint\w*|negativeint|port|year|minute|hour|day|second|milliseconds?|byte)$/i,
    { type: 'integer' },
  ],
  [
    /^(?:.*decimal|float\d*|double|bigfloat|bigdecimal|numeric|real|number|latitude|longitude|percent\w*|weight\w*|.*float)$/i,
    { type: 'number' },
  ],
];

/** The JSON of a custom scalar by its name or its `@specifiedBy`; of any other, a text. */
function scalarOf({ name, specifiedByURL }: GraphQLScalarType): ScalarConvention {
  const url = specifiedByURL ?? '';
  if (/rfc3339|date-?time/i.test(url)) return text('date-time');
  if (/rfc4122|uuid/i.test(url)) return text('uuid');
  if (/rfc3986|url\.spec/i.test(url)) return text('uri');
  const isAlternative = /Or[A-Z]/.test(name);
  return (!isAlternative && BY_NAME.find(([pattern]) => pattern.test(name))?.[1]) || { type: 'string' };
}
