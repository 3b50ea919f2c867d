// Refuses conventions that do not fit the schema or each other.
import {
  type GraphQLSchema,
  isInputObjectType,
  isEnumType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import type { Conventions } from '../../plan/conventions/Conventions.ts';
import type { JsonPath } from '../../plan/conventions/JsonFile.ts';
import type { ConventionsInput } from '../../plan/conventions/conventionsSchema.ts';
import { DEFAULT_CONVENTIONS } from '../../plan/conventions/defaultConventions.ts';
import { namesOnWire } from '../../plan/conventions/headerRules.ts';
import { enumTexts, typeNameOnWire } from '../../plan/conventions/wireNames.ts';
import { parseInterval } from '../../plan/conventions/dateTimes.ts';
import type { DiagnosticCollector } from '../../base/errors/Diagnostic.ts';
import { listValues, unknownName } from '../../base/errors/nearNames.ts';
import { tagOf } from '../../plan/paths.ts';
import { resolveCoordinate } from '../../plan/coordinates.ts';
import { isToken } from '../../http/fieldSyntax.ts';
import { essenceOf, parseMediaType } from '../../http/mediaTypes.ts';
import { RENAMABLE_HEADERS, findOwnHeader, isTakenHeader } from '../../http/ownHeaders.ts';
import type { EndpointDocument, Version } from './Version.ts';

type Refuse = (path: JsonPath, part: 'key' | 'value', message: string, hint: string) => void;

/** Refuses conventions that do not fit the schema: unknown names, and enum values or types of the same text. */
export function checkConventions(version: Version, schema: GraphQLSchema, diagnostics: DiagnosticCollector): void {
  const { conventions } = version;
  const refuse: Refuse = (path, part, message, hint) => {
    // The nearest file that has the path; what no file has are defaults, which fit every schema.
    const file = version.conventionsFiles.findLast((candidate) => candidate.has(path));
    if (file) diagnostics.add(file.diagnostic(path, part, message, hint));
  };
  checkEnums(conventions, schema, refuse);
  checkTexts(conventions, schema, refuse);
  checkScalars(conventions, schema, refuse);
  checkNames(conventions, schema, refuse);
  checkHeaders(conventions, refuse, (path) => version.conventionsFiles.filter((file) => file.has(path)).length > 1);
  checkNonNull(conventions, schema, refuse);
  checkAccepts(version, refuse);
  checkBrownouts(version, refuse);
  const { default: limit, max } = conventions.page;
  if (limit > max) {
    refuse(['page', 'default'], 'value', `page.default ${limit} is above page.max ${max}.`, 'Change one of them.');
  }
}

function checkEnums({ enums }: Conventions, schema: GraphQLSchema, refuse: Refuse): void {
  for (const [name, convention] of Object.entries(enums)) {
    if (name === '*') continue;
    const type = schema.getType(name);
    if (name !== '__typename' && !isEnumType(type)) {
      refuse(['enums', name], 'key', ...unknown('enum', name, namesOf(schema, isEnumType)));
      continue;
    }
    const values = isEnumType(type) ? type.getValues().map((value) => value.name) : namesOf(schema, isObjectType);
    for (const value of typeof convention === 'object' ? Object.keys(convention) : []) {
      if (values.includes(value)) continue;
      const [kind, within] = isEnumType(type) ? ['value', ` of ${name}`] : ['object type'];
      refuse(['enums', name, value], 'key', ...unknown(kind!, value, values, within));
    }
  }
}

/** Refuses enum values, and types, of the same text, which nobody could distinguish. */
function checkTexts(conventions: Conventions, schema: GraphQLSchema, refuse: Refuse): void {
  const check = (noun: string, entry: string, texts: Iterable<readonly [name: string, text: string]>) => {
    const names = new Map<string, string>();
    const convention = conventions.enums[entry];
    for (const [name, text] of texts) {
      const other = names.get(text);
      names.set(text, name);
      if (other === undefined) continue;
      const mapped =
        typeof convention === 'object' ? [name, other].filter((value) => Object.hasOwn(convention, value)) : [];
      const message = `The ${noun} ${[other, name].sort().join(' and ')} have the same text "${text}".`;
      const hint = `Write another text for one of them in "enums.${entry}".`;
      refuse(['enums', convention === undefined ? '*' : entry, ...mapped.slice(0, 1)], 'value', message, hint);
    }
  };
  const typeTexts = namesOf(schema, isObjectType).map((name) => [name, typeNameOnWire(name, conventions)] as const);
  check('types', '__typename', typeTexts);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isEnumType(type) || type.name.startsWith('__')) continue;
    check(`values of ${type.name}`, type.name, enumTexts(type, conventions));
  }
}

/** Refuses the names of what is no field and no input field. */
function checkNames({ names }: Conventions, schema: GraphQLSchema, refuse: Refuse): void {
  for (const coordinate of Object.keys(names)) {
    if (['field', 'inputField'].includes(resolveCoordinate(schema, coordinate)?.kind ?? '')) continue;
    const known = fieldsOf(schema).map(({ type, field }) => `${type.name}.${field.name}`);
    refuse(['names', coordinate], 'key', ...unknown('field', coordinate, known));
  }
}

/** Refuses what is no single media type, or written twice, and types that no endpoint sends. */
function checkAccepts({ conventions: { accepts, produces }, endpoints }: Version, refuse: Refuse): void {
  const own = [...endpoints.values()].flatMap(({ endpoint }) => endpoint.produces ?? produces);
  const sent = endpoints.size > 0 ? own : produces;
  for (const [type, target] of Object.entries(accepts)) {
    const path = ['accepts', type];
    const { parameters } = parseMediaType(type) ?? {};
    if (!parameters || parameters.has('q') || type.includes('*')) {
      refuse(
        path,
        'key',
        `"${type}" is not a media type.`,
        'Write it as "type/subtype", without a wildcard and without q.',
      );
    }
    if (sent.some((each) => essenceOf(each) === essenceOf(target))) continue;
    const place = produces.includes(target) ? ' of an endpoint' : '';
    const hint = `Write one of ${listValues([...new Set(sent)])}, or add it to "produces"${place}.`;
    refuse(path, 'value', `No endpoint sends ${target}.`, hint);
  }
}

/** Refuses brownouts that announce no end, or are after it, and two at once, which promise a response between them. */
function checkBrownouts({ brownouts = [], deprecated, sunset, conventions }: Version, refuse: Refuse): void {
  if (brownouts.length > 0 && deprecated === undefined) {
    const hint = 'Add "deprecated", the date from which clients know that it ends, or remove them.';
    refuse(['brownouts'], 'key', 'Only a deprecated version has brownouts.', hint);
    return;
  }
  const intervals = brownouts.map((text, index) => ({ text, path: ['brownouts', index], ...parseInterval(text)! }));
  intervals.sort((one, other) => one.start - other.start);
  for (const [index, { text, path, start, end }] of intervals.entries()) {
    const before = intervals[index - 1];
    if (before && start <= before.end) {
      refuse(path, 'value', `"${text}" begins before "${before.text}" is over.`, 'Write them as one, or move one.');
    }
    if (start < Date.parse(deprecated!)) {
      refuse(path, 'value', `"${text}" begins before "deprecated", ${deprecated}.`, 'Change one of them.');
    }
    if (conventions.afterSunset === 'gone' && sunset !== undefined && end > Date.parse(sunset)) {
      const message = `"${text}" ends after "sunset", ${sunset}, from which on every request is 410.`;
      refuse(path, 'value', message, 'Change one of them, or write "afterSunset": "serve".');
    }
  }
}

/**
 * Refuses headers that stay as they are, and names that are taken, or are none. Only a version that inherits a further header can leave
 * it out.
 */
function checkHeaders(
  { headers, page }: Conventions,
  refuse: Refuse,
  isInherited: (path: readonly string[]) => boolean,
): void {
  const taken = new Set<string>();
  const take = (path: JsonPath, part: 'key' | 'value', name: string) => {
    if (!isToken(name)) refuse(path, part, `"${name}" is not a valid header name.`, 'Write a name such as "X-Count".');
    if (taken.has(name.toLowerCase())) refuse(path, part, `Two headers are sent as "${name}".`, 'Rename one.');
    taken.add(name.toLowerCase());
  };
  const entries = [
    ...Object.entries(headers).map(([key, convention]) => ({ path: ['headers', key], key, convention })),
    ...Object.entries(page.headers).map(([key, convention]) => ({ path: ['page', 'headers', key], key, convention })),
  ];
  for (const { path, key, convention } of entries) {
    const own = path.length > 2 ? undefined : findOwnHeader(key);
    const spelled = Object.keys(headers).find((other) => other.toLowerCase() === key.toLowerCase());
    if (own !== undefined && spelled !== key)
      refuse(path, 'key', `"${key}" and "${spelled}" are one header.`, `Write "${spelled}" for both.`);
    else if (Array.isArray(convention) && own !== 'RateLimit') {
      refuse(path, 'value', 'Only RateLimit is split.', 'Write one text, or null.');
    } else if (own === undefined) {
      if (convention !== null) take(path, 'key', key);
      if (isTakenHeader(key)) refuse(path, 'key', `The header ${key} is HTTP's own.`, 'Use another name.');
      else if (convention === null && !isInherited(path)) {
        refuse(path, 'key', ...unknown('header', key, path.length > 2 ? [] : RENAMABLE_HEADERS));
      }
    } else if (!RENAMABLE_HEADERS.includes(own)) {
      refuse(path, 'key', `${own} is neither renamed nor left out.`, 'Remove it: clients know it by this name.');
    } else {
      for (const [index, name] of namesOnWire(own, { headers }).entries()) {
        take(path, 'value', name);
        if ((index === 0 && name.toLowerCase() === own.toLowerCase()) || !isTakenHeader(name)) continue;
        refuse(path, 'value', `The name ${name} is taken by a header of HTTP or of Portico.`, 'Use another name.');
      }
    }
  }
}

/** Refuses what is neither a field, nor an input field, nor all fields of a type, nor the items of a list of a field. */
function checkNonNull({ nonNull }: Conventions, schema: GraphQLSchema, refuse: Refuse): void {
  if (nonNull.length === 0) return;
  const known = new Set<string>();
  for (const { type, field } of fieldsOf(schema)) {
    const lists = isInputObjectType(type) ? 0 : String(field.type).split('[').length - 1;
    for (let level = 0; level <= lists; level++) {
      for (const name of [field.name, '*']) known.add(`${type.name}.${name}${'[]'.repeat(level)}`);
    }
  }
  for (const [index, coordinate] of nonNull.entries()) {
    if (!known.has(coordinate)) refuse(['nonNull', index], 'value', ...unknown('field', coordinate, [...known]));
  }
}

/** All fields and input fields. */
function fieldsOf(schema: GraphQLSchema) {
  return Object.values(schema.getTypeMap()).flatMap((type) =>
    'getFields' in type ? Object.values(type.getFields()).map((field) => ({ type, field })) : [],
  );
}

function checkScalars({ scalars }: Conventions, schema: GraphQLSchema, refuse: Refuse): void {
  const isCustom = (type: unknown) => isScalarType(type) && !isSpecifiedScalarType(type);
  for (const [name, { type: json }] of Object.entries(scalars)) {
    const type = schema.getType(name);
    if (name === 'ID') {
      if (json === 'string' || json === 'integer') continue;
      const message = '"scalars.ID.type" must be "string" or "integer".';
      refuse(['scalars', name, 'type'], 'value', message, 'In GraphQL an ID is a text or an integer.');
    } else if (isScalarType(type) && isSpecifiedScalarType(type)) {
      const hint = 'Remove it; @param describes the values of single parameters.';
      refuse(['scalars', name], 'key', `The built-in scalar ${name} cannot have a convention.`, hint);
    } else if (type ? !isScalarType(type) : !Object.hasOwn(DEFAULT_CONVENTIONS.scalars, name)) {
      refuse(['scalars', name], 'key', ...unknown('scalar', name, namesOf(schema, isCustom)));
    }
  }
}

function namesOf(schema: GraphQLSchema, isKind: (type: unknown) => boolean): string[] {
  return Object.values(schema.getTypeMap())
    .filter((type) => isKind(type) && !type.name.startsWith('__'))
    .map(({ name }) => name);
}

/** What is wrong with a name that is none of `names`, and the fix. */
function unknown(kind: string, name: string, names: readonly string[], within = ''): [message: string, hint: string] {
  const hint = names.length === 0 ? 'Remove it: there is none.' : `Known ${kind}s${within} are ${listValues(names)}.`;
  return [unknownName(kind, name, names, within), hint];
}

/**
 * Refuses the limits of operations, the descriptions of tags, and the tools, that no version has to which the file applies: a later
 * version may have removed one.
 */
export function checkConventionNames(versions: readonly Version[], diagnostics: DiagnosticCollector): void {
  for (const file of new Set(versions.flatMap(({ conventionsFiles }) => conventionsFiles))) {
    const documents = versions
      .filter(({ conventionsFiles }) => conventionsFiles.includes(file))
      .flatMap(({ endpoints }) => [...endpoints.values()]);
    const check = (key: 'rateLimit' | 'tags', kind: string, names: ReadonlySet<string>) => {
      for (const name of Object.keys((file.value as ConventionsInput)[key] ?? {})) {
        if (!names.has(name)) diagnostics.add(file.diagnostic([key, name], 'key', ...unknown(kind, name, [...names])));
      }
    };
    check('rateLimit', 'operation', new Set(documents.map(({ operation }) => operation.name.value)));
    check('tags', 'tag', new Set(documents.map(({ endpoint }) => tagOf(endpoint.path))));
    const selectors = [...new Set(documents.flatMap(toolSelectors))];
    for (const [index, name] of ((file.value as ConventionsInput).tools ?? []).entries()) {
      if (selectors.includes(name)) continue;
      const [message, hint] = unknown('tool', name, selectors);
      diagnostics.add(file.diagnostic(['tools', index], 'value', missingPart(name) ?? message, hint));
    }
  }
}

/** What is wrong with a method or a tag that no endpoint has; undefined for what is neither. */
function missingPart(name: string): string | undefined {
  if (/^(?:GET|POST|PUT|PATCH|DELETE)$/.test(name)) return `No endpoint has the method ${name}.`;
  return name.startsWith('#') ? `No endpoint has the tag ${name.slice(1)}.` : undefined;
}

/** What `tools` can name an endpoint by: its method, its tag and its operation. */
export function toolSelectors({ operation, endpoint: { method, path } }: EndpointDocument): string[] {
  return [method, `#${tagOf(path)}`, operation.name.value];
}
