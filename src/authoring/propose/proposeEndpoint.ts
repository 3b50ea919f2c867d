// One more endpoint, by the conventions of an API that exists.
import path from 'node:path';
import {
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  getNullableType,
  visit,
} from 'graphql';
import { compileApi } from '../../gateway/compile/compileApi.ts';
import { SELECTION } from '../../gateway/plan/conventions/pageBody.ts';
import type { EndpointDocument } from '../../gateway/compile/document/Version.ts';
import { type Version, readEmptyVersion, readVersions } from '../../gateway/compile/document/readVersions.ts';
import { DiagnosticCollector } from '../../gateway/base/errors/Diagnostic.ts';
import { unknownName } from '../../gateway/base/errors/nearNames.ts';
import { routePath } from '../../gateway/plan/paths.ts';
import type { DraftContext } from './Draft.ts';
import type { Proposal } from './Proposal.ts';
import { type ExistingShape, type ExistingShapes, ShapeLibrary } from './ShapeLibrary.ts';
import { assignRoutes } from './assignRoutes.ts';
import { draftField, draftNested, findNested, listRootFields, rootFields } from './draftField.ts';
import { knownScalars, scalarConventions } from './proposeConventions.ts';
import { Nouns } from './schema/Nouns.ts';
import { hasFields, isLeaf, isRequiredScalar } from './schema/fields.ts';
import { folderName, resourceOf, writeEndpoint } from './writeEndpoint.ts';

/** An API that gets one more endpoint. */
interface ExistingApi {
  /** The folder of its endpoint documents. */
  endpoints: string;
  /** The number of the version that gets the endpoint; 0 where there is none yet. Default: the newest. */
  version?: number;
}

/**
 * An endpoint for one more root field, such as `Query.user`, or for a field of an object, such as `User.posts`, by the conventions
 * of an API: with a route, a name and a file that are free, and with its shapes. `conventions` are what is missing from its
 * `conventions.json`. Where the natural route is that of an endpoint with the same field, nothing is proposed. Throws a DocumentError where the API does not compile, and an error
 * where there is no such field or version.
 */
export function proposeEndpoint(schema: GraphQLSchema, coordinate: string, existing: ExistingApi): Proposal {
  const roots = rootFields(schema);
  const root = roots.find((field) => field.coordinate === coordinate);
  const nested = findNested(schema, coordinate);
  if (!root && !nested) throw new Error(unknownName('field', coordinate, listRootFields(schema)));
  const version = readVersion(schema, existing);
  const { conventions } = version;
  const shapes = new ShapeLibrary(schema, existingShapes(version, schema));
  const context: DraftContext = {
    schema,
    nouns: new Nouns(schema),
    shapes,
    pageParameters: new Set(Object.values(conventions.page.parameters)),
    takesAnyKey: true,
  };
  const draft = root ? draftField(root, context) : draftNested(nested!, context);
  const skip = (reason: string): Proposal => ({
    endpoints: [],
    shapes: new Map(),
    conventions: {},
    skipped: [{ coordinate, reason }],
  });
  if ('reason' in draft) return skip(draft.reason);

  const documents = [...version.endpoints.values()];
  const routes = new Map([...version.endpoints].map(([route, { operation }]) => [route, operation.name.value]));
  const { method, path: natural } = draft.routes[0]!;
  const owner = version.endpoints.get(`${method} ${routePath(natural)}`);
  const fields = owner?.operation.selectionSet.selections.filter((node) => node.kind === Kind.FIELD);
  if (owner && fields?.some(({ name }) => name.value === draft.field)) {
    return skip(`${method} ${owner.endpoint.path} is already its endpoint: ${path.basename(owner.file)}.`);
  }
  const [only] = assignRoutes([draft], { routes, names: new Set(routes.values()) }).placed;
  if (!only) return skip(`${method} ${natural} is the endpoint of ${owner!.operation.name.value}.`);
  const endpoint = writeEndpoint(only, {
    conventions,
    pages: { connection: conventions.connection, styles: conventions.page.styles },
    shapes,
    findItem: (type) =>
      documents.find(
        ({ endpoint: { path: route }, operation }) => ITEM.test(route) && readsObject(operation, type, schema),
      )?.endpoint.path,
    isBare: conventions.page.body === SELECTION,
    folderOf: (resource) => findFolder(resource, documents, existing.endpoints),
    files: new Set(documents.map(({ file }) => path.basename(file))),
  });
  const used = shapes.closure(endpoint.shapes);
  return {
    endpoints: [endpoint],
    shapes: used,
    conventions: scalarConventions(
      schema,
      [endpoint.text, ...used.values()],
      documents.length === 0 ? knownScalars(conventions.scalars) : conventions.scalars,
    ),
    skipped: [],
  };
}

function readVersion(schema: GraphQLSchema, { endpoints, version }: ExistingApi): Version {
  if (version === 0) return readEmptyVersion(endpoints);
  // Reports everything that is wrong.
  compileApi(endpoints, schema);
  const versions = readVersions(endpoints, new DiagnosticCollector());
  const found = version === undefined ? versions.at(-1) : versions.find(({ number }) => number === version);
  if (found) return found;
  throw new Error(
    `The version ${version} does not exist; versions are ${versions.map(({ number }) => number).join(', ')}.`,
  );
}

/**
 * The folder of the documents of a resource: where those that exist are; for the first one a folder of its own, unless no document of
 * the API has one.
 */
function findFolder(resource: string, documents: readonly EndpointDocument[], root: string): string {
  const folderOf = ({ file }: EndpointDocument) =>
    path.dirname(path.relative(root, file)).split(path.sep).slice(1).join('/');
  const sibling = documents.find(({ endpoint }) => resourceOf(endpoint.path) === resource);
  if (sibling) return folderOf(sibling);
  return documents.length > 0 && documents.every((document) => folderOf(document) === '') ? '' : folderName(resource);
}

const ITEM = /^\/[^{}/]+(?:\/\{\w+\})+$/;

/** Whether the response is one object of a type. */
function readsObject({ selectionSet }: OperationDefinitionNode, type: string, schema: GraphQLSchema): boolean {
  const [only, second] = selectionSet.selections;
  if (second || only?.kind !== Kind.FIELD) return false;
  const field = schema.getQueryType()?.getFields()[only.name.value];
  return field !== undefined && getNullableType(field.type) === schema.getType(type);
}

/** The shapes that any endpoint can spread: those without variables, however deep. The one with the name of its type wins. */
function existingShapes({ shapes }: Version, schema: GraphQLSchema): ExistingShapes {
  const byType = new Map<string, ExistingShape>();
  const summaries = new Map<string, ExistingShape>();
  for (const [name, shape] of shapes) {
    const type = shape.typeCondition.name.value;
    if (hasVariables(shape, shapes)) continue;
    const named = { name, required: requiredScalars(shape, schema) };
    if (name === `${type}Summary`) summaries.set(type, named);
    else if (!byType.has(type) || name === type) byType.set(type, named);
  }
  return { byType, summaries, names: new Set(shapes.keys()) };
}

function hasVariables(shape: FragmentDefinitionNode, all: Version['shapes'], seen = new Set<string>()): boolean {
  let found = false;
  seen.add(shape.name.value);
  visit(shape, {
    Variable: () => void (found = true),
    FragmentSpread: ({ name }) => {
      const spread = seen.has(name.value) ? undefined : all.get(name.value);
      if (spread && hasVariables(spread, all, seen)) found = true;
    },
  });
  return found;
}

/** The properties of a shape that are scalars and never null. */
function requiredScalars({ typeCondition, selectionSet }: FragmentDefinitionNode, schema: GraphQLSchema): string[] {
  const type = schema.getType(typeCondition.name.value);
  if (!hasFields(type)) return [];
  return selectionSet.selections.flatMap((node) => {
    if (node.kind !== Kind.FIELD || node.directives?.length) return [];
    const field = type.getFields()[node.name.value];
    return field && isLeaf(field) && isRequiredScalar(field) ? [node.alias?.value ?? node.name.value] : [];
  });
}
