// Refuses conventions that do not fit the schema or each other.
import {
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import { PAGE_PLACEHOLDERS, SELECTION } from '../conventions/pageBody.ts';
import type { Template } from '../conventions/Conventions.ts';
import type { JsonFile, JsonPath } from '../conventions/JsonFile.ts';
import type { ConventionsInput } from '../conventions/conventionsSchema.ts';
import { DEFAULT_CONVENTIONS } from '../conventions/defaultConventions.ts';
import { parseText } from '../conventions/template.ts';
import { enumTexts, typeNameOnWire } from '../conventions/wireNames.ts';
import type { DiagnosticCollector } from '../errors/Diagnostic.ts';
import { listValues, unknownName } from '../errors/nearNames.ts';
import { tagOf } from '../plan/EndpointPlan.ts';
import { resolveCoordinate } from '../plan/coordinates.ts';
import type { Version } from './Version.ts';

type Refuse = (path: JsonPath, part: 'key' | 'value', message: string, hint: string) => void;

/** Refuses conventions that do not fit the schema: unknown enums, enum values and scalars, enum values of the same text; and invalid templates. */
export function checkConventions(version: Version, schema: GraphQLSchema, diagnostics: DiagnosticCollector): void {
  const refuse: Refuse = (path, part, message, hint) => {
    // The nearest file that has the path; what no file has are defaults, which fit every schema.
    const file = version.conventionsFiles.findLast((candidate) => candidate.has(path));
    if (file) diagnostics.add(file.diagnostic(path, part, message, hint));
  };
  checkEnums(version, schema, refuse);
  checkScalars(version, schema, refuse);
  checkNames(version, schema, refuse);
  checkTexts(version, schema, refuse);
  checkPageBody(version, refuse);
  checkPageLimits(version, refuse);
}

/** Refuses a default limit above the maximum; where no file has a default, the maximum is one. */
function checkPageLimits({ conventions: { page }, conventionsFiles }: Version, refuse: Refuse): void {
  const paths: JsonPath[] = [
    ['page', 'default'],
    ['page', 'max'],
  ];
  if (page.default <= page.max || !conventionsFiles.some((file) => file.has(paths[0]!))) return;
  const last = conventionsFiles.findLast((file) => paths.some((path) => file.has(path)))!;
  const path = paths.find((candidate) => last.has(candidate))!;
  refuse(path, 'value', `page.default ${page.default} is above page.max ${page.max}.`, 'Change one of them.');
}

function checkEnums(version: Version, schema: GraphQLSchema, refuse: Refuse): void {
  const enums = namesOf(schema, isEnumType);
  for (const [name, convention] of Object.entries(version.conventions.enums)) {
    if (name === '*') continue;
    if (name === '__typename') {
      checkTypeNames(version, schema, refuse);
      continue;
    }
    const type = schema.getType(name);
    if (!isEnumType(type)) {
      refuse(['enums', name], 'key', ...unknown('enum', name, enums, ['enums of the schema']));
      continue;
    }
    const values = type.getValues().map((value) => value.name);
    for (const value of typeof convention === 'object' ? Object.keys(convention) : []) {
      if (values.includes(value)) continue;
      refuse(
        ['enums', name, value],
        'key',
        ...unknown('enum value', value, values, [`values of ${name}`, ` of ${name}`]),
      );
    }
  }
}

/** Refuses unknown types, and types of the same text, which a client could not distinguish. */
function checkTypeNames({ conventions }: Version, schema: GraphQLSchema, refuse: Refuse): void {
  const convention = conventions.enums['__typename'];
  const objectTypes = namesOf(schema, isObjectType);
  const mapped = typeof convention === 'object' ? Object.keys(convention) : [];
  for (const name of mapped) {
    if (objectTypes.includes(name)) continue;
    const path = ['enums', '__typename', name];
    refuse(path, 'key', ...unknown('object type', name, objectTypes, ['object types of the schema']));
  }
  const names = new Map<string, string>();
  for (const name of objectTypes) {
    const text = typeNameOnWire(name, conventions);
    const other = names.get(text);
    names.set(text, name);
    if (other === undefined) continue;
    const mappedName = [name, other].find((candidate) => mapped.includes(candidate));
    const message = `The types ${[other, name].sort().join(' and ')} have the same text "${text}".`;
    const hint =
      mappedName === undefined
        ? 'Write "enums.__typename" as an object with a text for each type.'
        : 'Write another text for one of them.';
    refuse(['enums', '__typename', ...(mappedName === undefined ? [] : [mappedName])], 'value', message, hint);
  }
}

/** Refuses the names of what is no field and no input field, and names that a response cannot have. */
function checkNames({ conventions }: Version, schema: GraphQLSchema, refuse: Refuse): void {
  for (const [coordinate, name] of Object.entries(conventions.names)) {
    const element = resolveCoordinate(schema, coordinate);
    if (element?.kind === 'inputField') continue;
    if (element?.kind !== 'field') {
      const [message, hint] = unknownCoordinate(schema, coordinate);
      refuse(['names', coordinate], 'key', message, hint);
    } else if (!/^[A-Za-z_]\w*$/.test(name)) {
      const message = `"${name}" cannot be the name of ${coordinate}: it is not a name of GraphQL.`;
      refuse(['names', coordinate], 'value', message, 'Use letters, digits and "_".');
    }
  }
}

function unknownCoordinate(schema: GraphQLSchema, coordinate: string): [message: string, hint: string] {
  const [name = '', field = ''] = coordinate.split('.');
  const type = schema.getType(name);
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) {
    const hasFields = (element: unknown) =>
      isObjectType(element) || isInterfaceType(element) || isInputObjectType(element);
    const typeNames = namesOf(schema, hasFields);
    return unknown('type', name, typeNames, ['types with fields']);
  }
  const fieldNames = Object.keys(type.getFields());
  return unknown('field', field, fieldNames, [`fields of ${name}`, ` of ${name}`]);
}

function checkScalars({ conventions }: Version, schema: GraphQLSchema, refuse: Refuse): void {
  const isCustom = (type: unknown) => isScalarType(type) && !isSpecifiedScalarType(type);
  const customScalars = namesOf(schema, isCustom);
  for (const name of Object.keys(conventions.scalars)) {
    const type = schema.getType(name);
    if (name === 'ID') {
      const { type: json } = conventions.scalars[name]!;
      if (json === 'string' || json === 'integer') continue;
      const message = '"scalars.ID.type" must be "string" or "integer".';
      refuse(['scalars', name, 'type'], 'value', message, 'In GraphQL an ID is a text or an integer.');
      continue;
    }
    if (isCustom(type) || (!type && Object.hasOwn(DEFAULT_CONVENTIONS.scalars, name))) continue;
    if (isScalarType(type)) {
      const hint = 'Remove it; @param describes the values of single parameters.';
      refuse(['scalars', name], 'key', `The built-in scalar ${name} cannot have a convention.`, hint);
    } else {
      refuse(['scalars', name], 'key', ...unknown('scalar', name, customScalars, ['custom scalars']));
    }
  }
}

/** Refuses enum values of the same text, which a request could not distinguish. */
function checkTexts({ conventions }: Version, schema: GraphQLSchema, refuse: Refuse): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isEnumType(type) || type.name.startsWith('__')) continue;
    const names = new Map<string, string>();
    for (const [name, text] of enumTexts(type, conventions)) {
      const other = names.get(text);
      names.set(text, name);
      if (other === undefined) continue;
      const convention = conventions.enums[type.name];
      const mapped = [name, other].find(
        (candidate) => typeof convention === 'object' && Object.hasOwn(convention, candidate),
      );
      const path = mapped === undefined ? [convention === undefined ? '*' : type.name] : [type.name, mapped];
      const message = `The enum values ${[other, name].sort().join(' and ')} of ${type.name} have the same text "${text}".`;
      const hint =
        mapped === undefined
          ? `Write "enums.${type.name}" as an object with a string for each value.`
          : 'Write another text for one of them.';
      refuse(['enums', ...path], 'value', message, hint);
    }
  }
}

function namesOf(schema: GraphQLSchema, isKind: (type: unknown) => boolean): string[] {
  return Object.values(schema.getTypeMap())
    .filter((type) => isKind(type) && !type.name.startsWith('__'))
    .map(({ name }) => name);
}

/** What is wrong with a name that is none of `names`, which are the `all`, such as "enums of the schema"; and the fix. */
function unknown(
  kind: string,
  name: string,
  names: readonly string[],
  [all, within = '']: readonly [all: string, within?: string],
): [message: string, hint: string] {
  const hint = names.length === 0 ? `Remove it: there are no ${all}.` : `The ${all} are ${listValues(names)}.`;
  return [unknownName(kind, name, names, within), hint];
}

/** Refuses a `page.body` with unknown placeholders, without its items, and one beside an envelope of the same file. */
function checkPageBody({ conventions: { page }, conventionsFiles }: Version, refuse: Refuse): void {
  if (page.body === SELECTION) return;
  const root: JsonPath = ['page', 'body'];
  let items = 0;
  let hasOtherItems = false;
  const checkText = (text: string, path: JsonPath, part: 'key' | 'value') => {
    const parts = parseText(text);
    const placeholders: readonly string[] = part === 'key' ? ['list'] : PAGE_PLACEHOLDERS;
    for (const placeholder of parts) {
      if (typeof placeholder === 'string') continue;
      if (!placeholders.includes(placeholder.name)) {
        const listed = placeholders.map((name) => `{${name}}`).join(', ');
        refuse(
          path,
          part,
          `page.body has no {${placeholder.name}}${part === 'key' ? ' in a key' : ''}.`,
          `It has ${listed}.`,
        );
      } else if (placeholder.name === 'items') {
        items++;
        hasOtherItems ||= parts.length > 1 || placeholder.isOptional || placeholder.isText;
      }
    }
  };
  const walk = (template: Template, path: JsonPath): void => {
    if (typeof template === 'string') checkText(template, path, 'value');
    if (typeof template !== 'object' || template === null) return;
    for (const [key, value] of Object.entries(template)) {
      const inner = [...path, Array.isArray(template) ? Number(key) : key];
      if (!Array.isArray(template)) checkText(key, inner, 'key');
      walk(value, inner);
    }
  };
  walk(page.body, root);
  if (items !== 1 || hasOtherItems) {
    refuse(root, 'value', 'page.body must have {items} once, as a text of its own.', 'Write "{items}" in one place.');
  }
  const file = conventionsFiles.findLast((candidate) => candidate.has(root));
  const { body, envelope } = (file?.value as ConventionsInput | undefined)?.page ?? {};
  if (body !== null && envelope) {
    refuse(['page', 'envelope'], 'key', 'page.body excludes page.envelope.', 'Remove one of them.');
  }
}

/** The operations and tags of the versions that a file applies to. */
interface KnownNames {
  operation: Set<string>;
  tag: Set<string>;
}

/**
 * Refuses the limits of operations, and the descriptions of tags, that no version has to which the file applies: a later version may
 * have removed one.
 */
export function checkConventionNames(versions: readonly Version[], diagnostics: DiagnosticCollector): void {
  const names = new Map<JsonFile, KnownNames>();
  for (const { conventionsFiles, endpoints } of versions) {
    for (const file of conventionsFiles) {
      const existing = names.get(file) ?? { operation: new Set(), tag: new Set() };
      names.set(file, existing);
      for (const { operation, endpoint } of endpoints.values()) {
        existing.operation.add(operation.name.value);
        existing.tag.add(tagOf(endpoint.path));
      }
    }
  }
  for (const [file, { operation, tag }] of names) {
    const { rateLimit = {}, tags = {} } = file.value as { rateLimit?: object; tags?: object };
    const check = (key: string, kind: string, used: object, existing: readonly string[]) => {
      for (const name of Object.keys(used)) {
        if (existing.includes(name)) continue;
        const hint =
          existing.length === 0 ? 'Remove it: there are no endpoints.' : `The ${kind}s are ${listValues(existing)}.`;
        diagnostics.add(file.diagnostic([key, name], 'key', unknownName(kind, name, existing), hint));
      }
    };
    check('rateLimit', 'operation', rateLimit, [...operation]);
    check('tags', 'tag', tags, [...tag]);
  }
}
