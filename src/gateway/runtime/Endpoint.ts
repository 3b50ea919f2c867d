import { type GraphQLScalarType, type GraphQLSchema, isScalarType, parse } from 'graphql';
import type { Execute, ExecutionRequest, Prepare } from '../execution/Execute.ts';
import type { VersionPlan } from '../plan/ApiPlan.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import type { OperationVariant } from '../plan/PageRequest.ts';
import type { FieldSelection } from '../request/FieldSelection.ts';
import { type RequestReader, compileReader } from '../request/compileReader.ts';
import { JsonCompiler } from '../request/compileJson.ts';
import { compileBodyTemplate } from './compileBodyTemplate.ts';
import { compileDocument } from './compileDocument.ts';
import { type CatchErrors, compileCatches } from './compileCatches.ts';
import { type Locate, compileLocation } from './compileLocation.ts';
import { type RenderPage, compilePage } from './compilePage.ts';
import { type Result, compileResult } from './compileResult.ts';
import { type ReadHeaders, compileResultHeaders } from './compileResultHeaders.ts';
import { type HeaderSettings, compileHeaders } from './compileHeaders.ts';

/** An endpoint that is ready to serve requests: its plan, turned into closures. */
export interface Endpoint {
  plan: EndpointPlan;
  version: VersionPlan;
  reader: RequestReader;
  /** The operation of a variant; it is parsed and compiled at its first use. */
  operation(variant: OperationVariant): ExecuteSelected;
  /** The query that runs before; absent without a lookup. */
  lookup: (() => Execute) | undefined;
  result: Result;
  /** Absent where no field has `@catch`. */
  catchErrors: CatchErrors | undefined;
  page: RenderPage | undefined;
  /** The body in the template of the conventions; absent without one. */
  wrap: ((body: unknown) => unknown) | undefined;
  locate: Locate | undefined;
  /** The headers that are values of the data; absent for none. */
  readHeaders: ReadHeaders | undefined;
  /** The headers of every success. */
  headers: Readonly<Record<string, string>>;
}

/** Executes an operation, or what a request selects of it. */
export type ExecuteSelected = (request: ExecutionRequest, selection?: FieldSelection) => ReturnType<Execute>;

type DocumentParts = Pick<EndpointPlan, 'prunable' | 'fields'>;

/** What endpoints are loaded with. */
export interface EndpointContext extends HeaderSettings {
  schema: GraphQLSchema;
  prepare: Prepare;
}

/** Turns the endpoints of a version into closures, each at its first use. */
export function loadEndpoints(
  version: VersionPlan,
  { schema, prepare, ...headerSettings }: EndpointContext,
): (plan: EndpointPlan) => Endpoint {
  const context = { ...version, scalar: (name: string) => scalarOf(schema, name) };
  const json = new JsonCompiler(context);
  const loaded = new Map<EndpointPlan, Endpoint>();
  const prepareOperation = (text: string, parts: DocumentParts): ExecuteSelected => {
    const document = parse(text, { noLocation: true });
    const execute = prepare(document);
    const select = compileDocument(document, parts, schema);
    if (!select) return execute;
    return (request, selection) => execute({ ...request, document: select(request.variables, selection) });
  };
  const load = (plan: EndpointPlan): Endpoint => {
    const operations = new Map<string, ExecuteSelected>();
    const operation = (text: string, parts: DocumentParts) => {
      let execute = operations.get(text);
      if (!execute) operations.set(text, (execute = prepareOperation(text, parts)));
      return execute;
    };
    const { lookup } = plan;
    return {
      plan,
      version,
      reader: compileReader(plan, context, json),
      operation: (variant) => operation(plan.operations[variant]!, plan),
      lookup: lookup && (() => operation(lookup.operation, lookup)),
      result: compileResult(plan, version),
      catchErrors: compileCatches(plan.result.catches),
      page: compilePage(plan, version),
      wrap: compileBodyTemplate(plan, version),
      locate: compileLocation(plan, version),
      readHeaders: compileResultHeaders(plan, version),
      headers: compileHeaders(plan, headerSettings),
    };
  };
  return (plan) => {
    let endpoint = loaded.get(plan);
    if (!endpoint) loaded.set(plan, (endpoint = load(plan)));
    return endpoint;
  };
}

function scalarOf(schema: GraphQLSchema, name: string): GraphQLScalarType | undefined {
  const type = schema.getType(name);
  return isScalarType(type) ? type : undefined;
}
