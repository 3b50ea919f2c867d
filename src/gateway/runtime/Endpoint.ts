import { type GraphQLScalarType, type GraphQLSchema, getOperationAST, isScalarType, parse } from 'graphql';
import type { Execute, ExecutionRequest, Prepare } from '../execution/Execute.ts';
import { type CostOf, compileCost, mutatedFields } from '../execution/compileCost.ts';
import type { VersionPlan } from '../plan/ApiPlan.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import type { OperationVariant } from '../plan/PagePlan.ts';
import type { Variables } from '../request/coercion.ts';
import { JsonCompiler } from '../request/compileJson.ts';
import { type RequestReader, compileReader } from '../request/compileReader.ts';
import type { FieldSelection } from '../request/requestSelection.ts';
import { type CatchErrors, compileCatches } from './perform/compileCatches.ts';
import { compileDocument } from './perform/compileDocument.ts';
import { compileBodyTemplate } from './render/bodyTemplates.ts';
import {
  type HeaderSettings,
  type ReadHeaders,
  prepareHeaders,
  prepareResultHeaders,
} from './render/prepareHeaders.ts';
import { type Locate, prepareLocation } from './render/prepareLocation.ts';
import { type Result, prepareResult } from './render/prepareResult.ts';
import { type RenderPage, preparePage } from './render/renderPage.ts';

/** An endpoint that is ready to serve requests: its plan, turned into closures. */
export interface Endpoint {
  plan: EndpointPlan;
  version: VersionPlan;
  reader: RequestReader;
  /** The operation of a variant; it is parsed and compiled at its first use. */
  operation(variant: OperationVariant): ExecuteSelected;
  /** The cost of the operation of a variant with these variables, and of the lookup. */
  costOf(variant: OperationVariant, variables: Variables): number;
  /** The root fields of a mutation; undefined for a query. */
  mutatedFields(variant: OperationVariant): readonly string[] | undefined;
  /** The query that runs before; absent without a lookup. */
  lookup: (() => Execute) | undefined;
  result: Result;
  /** Absent where no field has `@catch`. */
  catchErrors: CatchErrors | undefined;
  page: RenderPage | undefined;
  /** The body in the template of the conventions; absent without one. */
  wrap: ReturnType<typeof compileBodyTemplate>;
  locate: Locate | undefined;
  /** The headers that are values of the data; absent for none. */
  readHeaders: ReadHeaders | undefined;
  /** The headers of every success. */
  headers: Readonly<Record<string, string>>;
}

/** Executes an operation, or what a request selects of it. */
export type ExecuteSelected = (request: ExecutionRequest, selection?: FieldSelection) => ReturnType<Execute>;

/** An operation that was parsed and compiled. */
interface PreparedOperation {
  execute: ExecuteSelected;
  costOf: CostOf;
  mutatedFields: readonly string[] | undefined;
}

type DocumentParts = Pick<EndpointPlan, 'prunable' | 'fields'>;

/** What endpoints are loaded with. */
export interface EndpointContext extends HeaderSettings {
  schema: GraphQLSchema;
  prepare: Prepare;
}

/**
 * The assumed length of a list without a size: of a list in a list in a list, more would keep an API whose lists are short from serving
 * several requests at a time.
 */
const LIST_LENGTH = 10;

/** Turns the endpoints of a version into closures, each at its first use. */
export function loadEndpoints(
  version: VersionPlan,
  { schema, prepare, ...headerSettings }: EndpointContext,
): (plan: EndpointPlan) => Endpoint {
  const context = { ...version, scalar: (name: string) => scalarOf(schema, name) };
  const json = new JsonCompiler(context);
  const loaded = new Map<EndpointPlan, Endpoint>();
  const prepareOperation = (text: string, parts: DocumentParts, plan: EndpointPlan): PreparedOperation => {
    const document = parse(text, { noLocation: true });
    const definition = getOperationAST(document)!;
    const execute = prepare(document);
    const select = compileDocument(document, parts, schema);
    const rules = { sizes: sizesOf(plan, version), listLength: LIST_LENGTH };
    let costOf: CostOf | undefined;
    return {
      execute: select
        ? (request, selection) => execute({ ...request, document: select(request.variables, selection) })
        : execute,
      costOf: (variables) => (costOf ??= compileCost(schema, document, definition, rules))(variables),
      mutatedFields: mutatedFields(definition),
    };
  };
  const load = (plan: EndpointPlan): Endpoint => {
    const operations = new Map<string, PreparedOperation>();
    const operation = (text: string, parts: DocumentParts) => {
      let prepared = operations.get(text);
      if (!prepared) operations.set(text, (prepared = prepareOperation(text, parts, plan)));
      return prepared;
    };
    const { lookup } = plan;
    const lookupOf = lookup && (() => operation(lookup.operation, lookup));
    return {
      plan,
      version,
      reader: compileReader(plan, context, json),
      operation: (variant) => operation(plan.operations[variant]!, plan).execute,
      costOf: (variant, variables) =>
        operation(plan.operations[variant]!, plan).costOf(variables) + (lookupOf?.().costOf(variables) ?? 0),
      mutatedFields: (variant) => operation(plan.operations[variant]!, plan).mutatedFields,
      lookup: lookupOf && (() => lookupOf().execute),
      result: prepareResult(plan, version),
      catchErrors: compileCatches(plan.result.catches),
      page: preparePage(plan, version),
      wrap: compileBodyTemplate(plan, version),
      locate: prepareLocation(plan, version),
      readHeaders: prepareResultHeaders(plan, version),
      headers: prepareHeaders(plan, headerSettings),
    };
  };
  return (plan) => {
    let endpoint = loaded.get(plan);
    if (!endpoint) loaded.set(plan, (endpoint = load(plan)));
    return endpoint;
  };
}

/** The names of the arguments that bound the lists of an endpoint. */
function sizesOf({ page }: EndpointPlan, { conventions: { connection } }: VersionPlan): ReadonlySet<string> {
  const names = [connection.first, connection.last, page?.arguments.first, page?.arguments.last];
  return new Set(names.filter((name) => name !== undefined));
}

function scalarOf(schema: GraphQLSchema, name: string): GraphQLScalarType | undefined {
  const type = schema.getType(name);
  return isScalarType(type) ? type : undefined;
}
