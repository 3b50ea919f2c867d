import {
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import { DEFAULT_CONVENTIONS } from '../conventions/defaultConventions.ts';
import { enumTexts } from '../conventions/enumTexts.ts';
import type { JsonPath } from '../conventions/JsonFile.ts';
import type { DiagnosticCollector } from '../errors/Diagnostic.ts';
import { listValues } from '../errors/listValues.ts';
import { typeNameOnWire } from '../conventions/typeNameOnWire.ts';
import { resolveCoordinate } from '../plan/defineCoordinate.ts';
import { unknownName } from '../errors/unknownName.ts';
import { checkPageBody } from './checkPageBody.ts';
import type { Version } from './Version.ts';

type Refuse = (path: JsonPath, part: 'key' | 'value', message: string, hint: string) => void;

/** Refuses conventions that do not fit the schema: unknown enums, enum values and scalars, enum values of the same text; and invalid templates. */
export function checkConventions(version: Version, schema: GraphQLSchema, diagnostics: DiagnosticCollector): void {
  const refuse: Refuse = (path, part, message, hint) => {
    // The nearest file that has the path; what no file has are defaults, which fit every schema.
    const file = version.conventionsFiles.findLast((each) => each.has(path));
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
  const path = paths.find((each) => last.has(each))!;
  refuse(path, 'value', `page.default ${page.default} is above page.max ${page.max}.`, 'Change one of them.');
}

function checkEnums(version: Version, schema: GraphQLSchema, refuse: Refuse): void {
  const known = namesOf(schema, isEnumType);
  for (const [name, convention] of Object.entries(version.conventions.enums)) {
    if (name === '*') continue;
    if (name === '__typename') {
      checkTypeNames(version, schema, refuse);
      continue;
    }
    const type = schema.getType(name);
    if (!isEnumType(type)) {
      refuse(['enums', name], 'key', unknownName('enum', name, known), knownHint('enums of the schema', known));
      continue;
    }
    const values = type.getValues().map((value) => value.name);
    for (const value of typeof convention === 'object' ? Object.keys(convention) : []) {
      if (values.includes(value)) continue;
      const message = unknownName('enum value', value, values, ` of ${name}`);
      refuse(['enums', name, value], 'key', message, knownHint(`values of ${name}`, values));
    }
  }
}

/** Refuses unknown types, and types of the same text, which a client could not distinguish. */
function checkTypeNames({ conventions }: Version, schema: GraphQLSchema, refuse: Refuse): void {
  const convention = conventions.enums['__typename'];
  const known = namesOf(schema, isObjectType);
  const mapped = typeof convention === 'object' ? Object.keys(convention) : [];
  for (const name of mapped) {
    if (known.includes(name)) continue;
    const message = unknownName('object type', name, known);
    refuse(['enums', '__typename', name], 'key', message, knownHint('object types of the schema', known));
  }
  const names = new Map<string, string>();
  for (const name of known) {
    const text = typeNameOnWire(name, conventions);
    const other = names.get(text);
    names.set(text, name);
    if (other === undefined) continue;
    const own = [name, other].find((each) => mapped.includes(each));
    const message = `The types ${[other, name].sort().join(' and ')} have the same text "${text}".`;
    const hint =
      own === undefined
        ? 'Write "enums.__typename" as an object with a text for each type.'
        : 'Write another text for one of them.';
    refuse(['enums', '__typename', ...(own === undefined ? [] : [own])], 'value', message, hint);
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
    const hasFields = (each: unknown) => isObjectType(each) || isInterfaceType(each) || isInputObjectType(each);
    const known = namesOf(schema, hasFields);
    return [unknownName('type', name, known), knownHint('types with fields', known)];
  }
  const known = Object.keys(type.getFields());
  return [unknownName('field', field, known, ` of ${name}`), knownHint(`fields of ${name}`, known)];
}

function checkScalars({ conventions }: Version, schema: GraphQLSchema, refuse: Refuse): void {
  const isCustom = (type: unknown) => isScalarType(type) && !isSpecifiedScalarType(type);
  const known = namesOf(schema, isCustom);
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
      refuse(['scalars', name], 'key', unknownName('scalar', name, known), knownHint('custom scalars', known));
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
      const mapped = [name, other].find((each) => typeof convention === 'object' && Object.hasOwn(convention, each));
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

function knownHint(kind: string, known: readonly string[]): string {
  return known.length === 0 ? `Remove it: there are no ${kind}.` : `The ${kind} are ${listValues(known)}.`;
}
