// Proposes an endpoint for one more field. Nothing is written before the whole folder is checked with it.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type FieldNode,
  type GraphQLSchema,
  type SelectionSetNode,
  getNamedType,
  getOperationAST,
  isObjectType,
  parse,
} from 'graphql';
import { compileApi } from '../../gateway/compile/compileApi.ts';
import { CONVENTIONS, hasVersions } from '../../gateway/compile/document/listVersions.ts';
import { unknownName } from '../../gateway/base/errors/nearNames.ts';
import type { VersionPlan } from '../../gateway/plan/ApiPlan.ts';
import type { EndpointPlan } from '../../gateway/plan/EndpointPlan.ts';
import type { Report } from '../../project/Report.ts';
import { UsageError } from '../../project/UsageError.ts';
import { type ApiOptions, type Project, resolveProject } from '../../project/resolveProject.ts';
import { insertProperty } from '../init/editPackageJson.ts';
import { type NewFile, compileFiles, writeFiles } from '../propose/newFiles.ts';
import type { Proposal } from '../propose/Proposal.ts';
import { findRootField, isRoute } from '../propose/findRootField.ts';
import { proposeApi } from '../propose/proposeApi.ts';
import { proposeEndpoint } from '../propose/proposeEndpoint.ts';
import { fieldsOf, hasFields, isLeaf, selectableFields } from '../propose/schema/fields.ts';
import { readConnection } from '../propose/schema/readConnection.ts';
import { isRoot } from '../propose/schema/relations.ts';

/** The version that gets the endpoint, with those that it has. */
type Version = Pick<VersionPlan, 'number' | 'endpoints'>;

/**
 * Writes the endpoint document of a root field, or of a list or an object in an object, with the shapes and conventions that it needs and that
 * the API does not have. The number after the newest begins a version. Throws a UsageError for a field or a version that does not
 * exist, and an error where the field already has an endpoint or cannot have one.
 */
export async function add(field: string, { version, ...options }: AddOptions, defaults?: Project): Promise<Report> {
  const project = await resolveProject(options, defaults);
  const schema = await project.loadSchema();
  const folder = path.resolve(project.endpoints);
  const versions = hasVersions(folder) ? compileApi(folder, schema).versions : [];
  const { number, endpoints } = selectVersion(versions, version);
  const coordinate = findFieldFor(field, { number, endpoints, schema });
  const taken = endpoints.find((candidate) => coordinateOf(candidate, schema) === coordinate);
  if (taken) {
    const route = `${taken.method} /v${number}${taken.path}`;
    throw new Error(`${coordinate} already has an endpoint: ${route}, in ${taken.source.file}`);
  }
  // A new version inherits from the newest.
  const base = Math.min(number, versions.at(-1)?.number ?? 0);
  const hasConventions = versions.length > 0 || existsSync(path.join(folder, CONVENTIONS));
  const proposal = hasConventions
    ? proposeEndpoint(schema, coordinate, { endpoints: folder, version: base })
    : proposeApi(schema, { isChosen: (root) => root === coordinate, nested: [coordinate] });
  const [endpoint] = proposal.endpoints;
  if (!endpoint) {
    throw new Error(`${coordinate} cannot have an endpoint. ${proposal.skipped[0]?.reason ?? ''}`.trimEnd());
  }
  const files = planFiles(proposal, folder, number);
  try {
    compileFiles({ folder: '.', files, existing: folder }, schema);
  } catch (cause) {
    throw new Error(`No endpoint was added: its document is not valid.\n${(cause as Error).message}`, { cause });
  }
  writeFiles(folder, files);
  const { method } = endpoint;
  const written = files.map(({ file }) => path.relative('.', path.join(folder, file)).replaceAll(path.sep, '/'));
  return {
    text: [...written.map((file) => `Wrote ${file}`), `${method} /v${number}${endpoint.path}`].join('\n'),
    json: { coordinate, method, path: endpoint.path, version: number, written },
    ok: true,
  };
}

/** The coordinate of a field; the error for the name of an endpoint, its file or its route says which field that is for. */
function findFieldFor(field: string, { number, endpoints, schema }: Version & { schema: GraphQLSchema }): string {
  try {
    return findField(schema, field);
  } catch (error) {
    const named = endpoints.find((endpoint) => isNamed(endpoint, field));
    const coordinate = named && coordinateOf(named, schema);
    if (!named || coordinate === undefined) throw error;
    throw new UsageError(
      `"${field}" is an endpoint, not a field: ${named.method} /v${number}${named.path} is that of ${coordinate}, in ${named.source.file}`,
    );
  }
}

function selectVersion(versions: readonly VersionPlan[], wanted?: string): Version {
  const newest = versions.at(-1);
  const next = { number: (newest?.number ?? 0) + 1, endpoints: newest?.endpoints ?? [] };
  if (wanted === undefined) return newest ?? next;
  const found = [...versions, next].find(({ number }) => String(number) === wanted);
  if (found) return found;
  const numbers = versions.map(({ number }) => number).join(' or ');
  throw new UsageError(
    numbers === '' ? '--version must be 1.' : `--version must be ${numbers}, or ${next.number} for a new version.`,
  );
}

function planFiles({ endpoints, shapes, conventions }: Proposal, folder: string, version: number): NewFile[] {
  return [
    ...endpoints.map(({ file, text }) => ({ file: `v${version}/${file}`, text })),
    ...[...shapes].map(([name, text]) => ({ file: `v${version}/shapes/${name}.graphql`, text })),
    ...planConventions(conventions, path.join(folder, CONVENTIONS)),
  ];
}

function planConventions(conventions: Proposal['conventions'], file: string): NewFile[] {
  if (!existsSync(file)) {
    const isEmpty = Object.keys(conventions).length === 0;
    return isEmpty ? [] : [{ file: CONVENTIONS, text: `${JSON.stringify(conventions, null, 2)}\n` }];
  }
  const replaces = readFileSync(file, 'utf8');
  const text = extendConventions(replaces, conventions);
  return text === replaces ? [] : [{ file: CONVENTIONS, text, replaces }];
}

/** The options of add, as commander parses them. */
export interface AddOptions extends ApiOptions {
  /** The number of the version that gets the endpoint. Default: the newest. */
  version?: string;
}

/**
 * The schema coordinate of a field that an endpoint can be for: a root field, as `user` or `Query.user`, or a field of an object,
 * as `User.posts`. Throws a UsageError where there is none.
 */
export function findField(schema: GraphQLSchema, field: string): string {
  if (isRoute(field)) return findRootField(schema, field);
  const [name = '', fieldName] = field.split('.');
  const type = schema.getType(name);
  if (fieldName !== undefined && !type) {
    throw new UsageError(unknownName('type', name, Object.keys(schema.getTypeMap()), ` in "${field}"`));
  }
  if (fieldName === undefined || !hasFields(type) || isRoot(type, schema)) return findRootField(schema, field);
  const coordinates = fieldsOf(type).map((inner) => `${name}.${inner.name}`);
  if (coordinates.includes(field)) return field;
  throw new UsageError(unknownName('field', field, coordinates));
}

/**
 * The coordinate of the field that an endpoint queries by itself: a root field, or the list in an object that a root field reads by its
 * key. Undefined for other endpoints.
 */
export function coordinateOf(endpoint: EndpointPlan, schema: GraphQLSchema): string | undefined {
  const [operation] = Object.values(endpoint.operations);
  const type = schema.getRootType(endpoint.operationType as never);
  const root = onlyField(getOperationAST(parse(operation!))!.selectionSet);
  if (!type || !root) return undefined;
  const field = type.getFields()[root.name.value]!;
  const object = getNamedType(field.type);
  const inner = root.selectionSet && onlyField(root.selectionSet);
  const isNested = endpoint.operationType === 'query' && isObjectType(object) && inner?.selectionSet;
  // What is selected in a page are its items, and in a type without scalars what it is for.
  const isRead = isNested && !readConnection(field) && selectableFields(object).some(isLeaf);
  return isRead ? `${object.name}.${inner.name.value}` : `${type.name}.${root.name.value}`;
}

function onlyField({ selections }: SelectionSetNode): FieldNode | undefined {
  const [only, second] = selections;
  return only?.kind === 'Field' && !second ? only : undefined;
}

/** Whether a text names an endpoint: by its operation, its file, or its path with or without method and version. */
function isNamed({ name, method, path: template, source }: EndpointPlan, text: string): boolean {
  if (text === name) return true;
  if (text.endsWith('.graphql')) return path.basename(text) === path.basename(source.file);
  const [, wanted = method, route] = /^(?:([A-Za-z]+)\s+)?(?:\/v\d+)?(\/.*)$/.exec(text) ?? [];
  return wanted.toUpperCase() === method && withoutNames(route) === withoutNames(template);
}

function withoutNames(route?: string): string | undefined {
  return route?.replace(/\{\w+\}|:\w+/g, '{}');
}

/** `conventions.json` with the scalars that are missing from it; the lines of everything else stay as they are. */
export function extendConventions(
  text: string,
  { scalars = {} }: { scalars?: Readonly<Record<string, unknown>> },
): string {
  let edited = text;
  for (const [name, value] of Object.entries(scalars)) edited = insertProperty(edited, ['scalars', name], value);
  return edited;
}
