import { type DocumentNode, type GraphQLSchema, getOperationAST, isScalarType, parse } from 'graphql';
import type { Execute, ExecutionRequest, Prepare, VerbatimValue } from '../execute/Execute.ts';
import { type CostOf, prepareCost, mutatedFields } from '../execute/prepareCost.ts';
import { textScalars } from '../plan/conventions/scalarConversions.ts';
import type { VersionPlan } from '../plan/ApiPlan.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import type { OperationVariant } from '../plan/PagePlan.ts';
import { JsonReaders } from '../plan/values/jsonReaders.ts';
import { type RequestReader, prepareReader } from './read/prepareReader.ts';
import type { FieldSelection } from './read/requestSelection.ts';
import { type Selectable, prepareDocument, prepareTrusted } from './executedDocuments.ts';
import { type CatchErrors, prepareFieldErrors } from './run/prepareCatches.ts';
import { prepareGone } from './run/prepareGone.ts';
import { prepareFormats } from './render/prepareFormats.ts';
import { type HeaderSettings, prepareSuccess } from './render/prepareSuccess.ts';
import { type Result, prepareResult } from './render/prepareResult.ts';

/** An endpoint that is ready to serve requests: its plan, turned into closures. */
export interface Endpoint {
  plan: EndpointPlan;
  version: VersionPlan;
  reader: RequestReader;
  /** The operation of a variant; it is parsed and compiled at its first use. */
  operation(variant: OperationVariant): PreparedOperation;
  /** The query that runs before; absent without a lookup. */
  lookup: (() => PreparedOperation) | undefined;
  result: Result;
  /** Throws GONE as long as it does not respond; absent where it always does. */
  assertServed: (() => void) | undefined;
  /** Absent where no field has `@catch`, and none is checked for null. */
  catchErrors: CatchErrors | undefined;
  /** The format of a media type; undefined for JSON. */
  formatOf: ReturnType<typeof prepareFormats>;
  renderSuccess: ReturnType<typeof prepareSuccess>;
}

interface PreparedOperation {
  /** Executes it, or what a request selects of it. */
  execute: (request: ExecutionRequest, selection?: FieldSelection) => ReturnType<Execute>;
  costOf: CostOf;
  /** The root fields of a mutation; undefined for a query. */
  mutatedFields: readonly string[] | undefined;
}

/**
 * The assumed length of a list without a size: of a list in a list in a list, more would keep an API whose lists are short from serving
 * several requests at a time.
 */
const LIST_LENGTH = 10;

/** Turns the endpoints of a version into closures, each at its first use. */
export function loadEndpoints(
  version: VersionPlan,
  { schema, prepare, ...headerSettings }: { schema: GraphQLSchema; prepare: Prepare } & HeaderSettings,
): (plan: EndpointPlan) => Endpoint {
  const scalar = (name: string) => {
    const type = schema.getType(name);
    return isScalarType(type) ? type : undefined;
  };
  const { digits = 'process', isRemote = false } = prepare;
  const context = { ...version, scalar, digits };
  const json = new JsonReaders(context);
  const texts = textScalars(version.conventions);
  const { connection } = version.conventions;
  const loaded = new Map<EndpointPlan, Endpoint>();
  const prepareSelection = (
    document: DocumentNode,
    parts: Selectable,
    verbatim: VerbatimValue | undefined,
  ): PreparedOperation['execute'] => {
    if (prepare.trustsDocuments) {
      const trusted = prepareTrusted(document, parts, schema);
      const execute = prepare(trusted.document, verbatim);
      return (request, selection) => execute(trusted.select(request, selection));
    }
    const execute = prepare(document, verbatim);
    const select = prepareDocument(document, parts, schema);
    if (!select) return execute;
    return (request, selection) => execute({ ...request, document: select(request.variables, selection) });
  };
  const prepareOperation = (
    text: string,
    parts: Selectable,
    { plan, verbatim }: { plan: EndpointPlan; verbatim?: VerbatimValue | undefined },
  ): PreparedOperation => {
    const document = parse(text, { noLocation: true });
    const definition = getOperationAST(document)!;
    // The names of the arguments that bound its lists.
    const sizes = [connection.first, connection.last, plan.page?.arguments.first, plan.page?.arguments.last];
    const rules = { sizes: new Set(sizes.filter((name) => name !== undefined)), listLength: LIST_LENGTH };
    let costOf: CostOf | undefined;
    return {
      execute: prepareSelection(document, parts, verbatim),
      costOf: (variables) => (costOf ??= prepareCost(schema, document, definition, rules))(variables),
      mutatedFields: mutatedFields(definition),
    };
  };
  const load = (plan: EndpointPlan): Endpoint => {
    const operations = new Map<string, PreparedOperation>();
    const operation = (text: string, parts: Selectable, verbatim?: VerbatimValue) => {
      let prepared = operations.get(text);
      if (!prepared) operations.set(text, (prepared = prepareOperation(text, parts, { plan, verbatim })));
      return prepared;
    };
    const { lookup } = plan;
    // A mutation has taken effect, whatever its result is.
    const results = { ...version, isRemote: isRemote && plan.operationType === 'query' };
    const result = prepareResult(plan, results);
    const formatOf = prepareFormats(plan, results);
    const nonNull = new Set(plan.result.nonNulls?.map(({ path }) => path.join('.')));
    const verbatim = result.isVerbatim ? { path: plan.result.dataPath, nonNull, texts } : undefined;
    return {
      plan,
      version,
      reader: prepareReader(plan, context, json),
      operation: (variant) => operation(plan.operations[variant]!, plan, verbatim),
      lookup: lookup && (() => operation(lookup.operation, lookup)),
      result,
      assertServed: prepareGone(plan, version, headerSettings.changesPage),
      catchErrors: prepareFieldErrors(plan.result, isRemote),
      formatOf,
      renderSuccess: prepareSuccess(plan, results, { ...result, formatOf }, headerSettings),
    };
  };
  return (plan) => {
    let endpoint = loaded.get(plan);
    if (!endpoint) loaded.set(plan, (endpoint = load(plan)));
    return endpoint;
  };
}
