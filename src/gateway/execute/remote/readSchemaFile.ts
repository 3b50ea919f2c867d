import { readFileSync } from 'node:fs';
import {
  type ASTNode,
  type DefinitionNode,
  type DirectiveDefinitionNode,
  type DirectiveNode,
  type DocumentNode,
  GraphQLError,
  GraphQLSchema,
  type IntrospectionQuery,
  Kind,
  KnownDirectivesRule,
  KnownTypeNamesRule,
  LoneSchemaDefinitionRule,
  PossibleTypeExtensionsRule,
  Source,
  UniqueArgumentDefinitionNamesRule,
  UniqueArgumentNamesRule,
  UniqueDirectiveNamesRule,
  UniqueDirectivesPerLocationRule,
  UniqueEnumValueNamesRule,
  UniqueFieldDefinitionNamesRule,
  UniqueInputFieldNamesRule,
  UniqueOperationTypesRule,
  UniqueTypeNamesRule,
  type ValidationRule,
  assertValidSchema,
  buildASTSchema,
  buildClientSchema,
  parse,
  print,
  specifiedDirectives,
  specifiedScalarTypes,
  validate,
  validateSchema,
  visit,
} from 'graphql';
import { readAccessNames, schemaDirectivesOf } from '../../guard/access/findUnreadAccess.ts';
import {
  type Diagnostic,
  DocumentError,
  type SchemaFault,
  shortPath,
  withSchemaFaults,
} from '../../base/errors/Diagnostic.ts';
import { isObject } from '../../http/losslessJson.ts';

/**
 * Reads the file of `--schema`: SDL, or the JSON of an introspection, with or without its `data`. Throws an error that names the
 * file if it cannot be read or is not a schema.
 */
export function readSchemaFile({ file, access }: ApiSchemaOptions): GraphQLSchema {
  const shown = shortPath(file);
  const sdl = readText(file, shown);
  return file.endsWith('.json') ? readIntrospection(sdl, shown) : readApiSchema(sdl, { file: shown, access });
}

function readText(file: string, shown: string): string {
  try {
    // Without the byte order mark that PowerShell writes, which is not JSON.
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const [failure] = message.split(', ', 1);
    const reason =
      code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
        ? 'It is not a text in UTF-8; it may be compressed, or UTF-16'
        : failure;
    throw new Error(`The schema ${shown} cannot be read. ${reason}.`, { cause });
  }
}

function readIntrospection(json: string, file: string): GraphQLSchema {
  try {
    const result = JSON.parse(json) as (Partial<IntrospectionQuery> & { data?: IntrospectionQuery }) | null;
    const introspection = result?.data ?? result;
    // The message of graphql-js would contain the whole file.
    if (!isObject(introspection?.__schema)) throw new Error('It must have the property __schema, or data.__schema.');
    const schema = buildClientSchema(introspection as IntrospectionQuery);
    assertValidSchema(schema);
    return schema;
  } catch (cause) {
    // graphql-js checks little of an introspection.
    const reason = cause instanceof TypeError ? 'It is not complete.' : (cause as Error).message;
    throw new Error(`${file} is not the result of an introspection. ${reason}`, { cause });
  }
}

// The API schema of an SDL: a plain schema, or a supergraph, from which the elements that only routers read and those that are
// @inaccessible are removed.

/** The elements that only routers read. See https://specs.apollo.dev/join/v0.5 and https://specs.apollo.dev/link/v1.0 */
const ROUTER_ELEMENT = /^(?:@(?:link|core)$|@?(?:join|link|core)__)/;
const ACCESS_DIRECTIVES = new Set(['authenticated', 'requiresScopes']);

interface ApiSchemaOptions {
  /** The source of the SDL, for error messages. */
  file: string;
  /** Whether `@authenticated` and `@requiresScopes` are kept. */
  access: boolean;
}

/** The rules for SDL that graphql-js has, but for those of the arguments of directives. See the GraphQL specification, section 3. */
const SDL_RULES = [
  KnownDirectivesRule,
  KnownTypeNamesRule,
  LoneSchemaDefinitionRule,
  PossibleTypeExtensionsRule,
  UniqueArgumentDefinitionNamesRule,
  UniqueArgumentNamesRule,
  UniqueDirectiveNamesRule,
  UniqueDirectivesPerLocationRule,
  UniqueEnumValueNamesRule,
  UniqueFieldDefinitionNamesRule,
  UniqueInputFieldNamesRule,
  UniqueOperationTypesRule,
  UniqueTypeNamesRule,
  // Rules for SDL have a type of their own, and use only what both contexts have.
] as readonly unknown[] as readonly ValidationRule[];

/**
 * Reads the SDL. What is not valid in it is a fault of the schema (`schemaFaultsOf`) where graphql-js can read the rest; otherwise a
 * DocumentError has every position.
 */
export function readApiSchema(sdl: string, { file, access }: ApiSchemaOptions): GraphQLSchema {
  const named = withOwnAccessNames(orFail(() => parse(new Source(sdl, file)), file));
  const document = { ...named, definitions: named.definitions.flatMap((definition) => reduce(definition, access)) };
  const definitions = definitionsIn(document);
  // graphql-js knows these itself, and SDL may define them all the same.
  const further = { ...document, definitions: document.definitions.filter((definition) => !isSpecified(definition)) };
  const errors = validate(new GraphQLSchema({ assumeValid: true }), further, SDL_RULES, { maxErrors: Infinity });
  const schema = orFail(() => buildASTSchema(document, { assumeValidSDL: true }), file, errors);
  const faults = [...errors, ...validateSchema(schema)].map((error) => faultOf(error, file, definitions));
  if (faults.length === 0) return schema;
  if (Object.keys(schema.getQueryType()?.getFields() ?? {}).length === 0) throw new DocumentError(faults);
  const { extensions, ...config } = schema.toConfig();
  return new GraphQLSchema({
    ...config,
    assumeValid: true,
    extensions: withSchemaFaults(extensions, firstOfEach(faults)),
  });
}

/** Throws a DocumentError in place of an error; with what was found before, which explains it. */
function orFail<Value>(read: () => Value, file: string, found: readonly GraphQLError[] = []): Value {
  try {
    return read();
  } catch (error) {
    const reasons = found.length > 0 ? found : [error as Error];
    throw new DocumentError(reasons.map((reason) => diagnosticOf(reason, file)));
  }
}

/** Whether a definition is that of a directive or a scalar of the GraphQL specification. */
function isSpecified(definition: DefinitionNode): boolean {
  if (definition.kind !== Kind.DIRECTIVE_DEFINITION && definition.kind !== Kind.SCALAR_TYPE_DEFINITION) return false;
  const specified = definition.kind === Kind.DIRECTIVE_DEFINITION ? specifiedDirectives : specifiedScalarTypes;
  return specified.some(({ name }) => name === definition.name.value);
}

function diagnosticOf(error: Error, file: string): Diagnostic {
  const [position] = (error instanceof GraphQLError && error.locations) || [];
  const { line, column } = position ?? { line: 1, column: 1 };
  return { file: shortPath(file), line, column, message: error.message, hint: 'Correct the schema.' };
}

function faultOf(error: GraphQLError, file: string, definitions: ReadonlyMap<ASTNode, Definition>): SchemaFault {
  const { nodes = [] } = error;
  const found = nodes.flatMap((node) => definitions.get(node) ?? []);
  // What is defined twice in the same words can only be read in one way.
  const isRepeated = found.length > 1 && new Set(found.map(({ node }) => textOf(node))).size === 1;
  const coordinates = isRepeated ? [] : [...new Set(found.map(({ coordinate }) => coordinate))];
  return { ...diagnosticOf(error, file), hint: hintOf(nodes[0], isRepeated), coordinates };
}

function hintOf(node: ASTNode | undefined, isRepeated: boolean): string {
  if (isRepeated) return 'The definitions are the same; remove one.';
  if (node?.kind !== Kind.DIRECTIVE) return 'Correct the schema; until then no endpoint can use it.';
  return `It has no effect here; directive @${node.name.value} on … defines it.`;
}

/** The SDL of a definition without its descriptions. */
function textOf(node: ASTNode): string {
  return print(visit(node, { StringValue: (_, key) => (key === 'description' ? null : undefined) }));
}

/** The first fault of each message, by position: a federated schema has a directive such as `@tag` in hundreds of places. */
function firstOfEach(faults: readonly SchemaFault[]): SchemaFault[] {
  const sorted = faults.toSorted((a, b) => a.line - b.line || a.column - b.column);
  const first = new Map(sorted.toReversed().map((fault) => [fault.message, fault]));
  return sorted.filter((fault) => first.get(fault.message) === fault);
}

/** A part of a schema that has a schema coordinate, or belongs to the one that has. */
interface Definition {
  node: ASTNode;
  coordinate: string;
}

/** The definitions by their nodes and those of their names. */
function definitionsIn({ definitions }: DocumentNode): Map<ASTNode, Definition> {
  const found = new Map<ASTNode, Definition>();
  const add = (node: ASTNode & { name?: ASTNode | undefined }, coordinate: string) => {
    found.set(node, { node, coordinate });
    if (node.name) found.set(node.name, { node, coordinate });
  };
  for (const definition of definitions) {
    const type = nameOf(definition);
    if (type === '' || definition.kind === Kind.DIRECTIVE_DEFINITION) continue;
    const members = ('types' in definition && definition.types) || ('values' in definition && definition.values) || [];
    for (const node of [definition, ...members]) add(node, type);
    for (const field of ('fields' in definition && definition.fields) || []) {
      const coordinate = `${type}.${field.name.value}`;
      add(field, coordinate);
      const inputs = ('arguments' in field && field.arguments) || [];
      for (const input of inputs) add(input, `${coordinate}(${input.name.value}:)`);
    }
  }
  return found;
}

/** The document with the access directives under their own names, which `@link` may have changed. */
function withOwnAccessNames(document: DocumentNode): DocumentNode {
  const names = readAccessNames(schemaDirectivesOf(document));
  const rename = <Node extends DirectiveNode | DirectiveDefinitionNode>(node: Node): Node | undefined => {
    const value = names.get(node.name.value);
    return value === undefined || value === node.name.value ? undefined : { ...node, name: { ...node.name, value } };
  };
  return visit(document, { Directive: rename, DirectiveDefinition: rename });
}

/** The definition without removed elements; none if it is removed itself. */
function reduce(definition: DefinitionNode, access: boolean): DefinitionNode[] {
  if (ROUTER_ELEMENT.test(nameOf(definition)) || isInaccessible(definition)) return [];
  const visited = visit(definition, {
    enter: (node) => (isInaccessible(node) ? null : undefined),
    Directive: ({ name: { value: name } }) =>
      ROUTER_ELEMENT.test(`@${name}`) || (!access && ACCESS_DIRECTIVES.has(name)) ? null : undefined,
  });
  return [visited];
}

/** The name of a directive begins with @. */
function nameOf(definition: DefinitionNode): string {
  const name = ('name' in definition && definition.name?.value) || '';
  return definition.kind === Kind.DIRECTIVE_DEFINITION ? `@${name}` : name;
}

function isInaccessible(node: ASTNode): boolean {
  const { directives = [] } = node as { directives?: readonly DirectiveNode[] };
  return directives.some(({ name }) => name.value === 'inaccessible');
}
