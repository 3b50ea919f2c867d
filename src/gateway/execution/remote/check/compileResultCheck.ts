import { type DocumentNode, type ExecutionResult, type GraphQLSchema, Kind, getOperationAST } from 'graphql';
import { INVALID, type Run } from './Check.ts';
import { type Selections, collectOccurrences } from './collectOccurrences.ts';
import { compileCompositeCheck } from './compileCompositeCheck.ts';

type Data = NonNullable<ExecutionResult['data']>;
type Variables = Readonly<Record<string, unknown>>;

/**
 * Compiles, once, the check of whether results of a document of one operation fit it and the schema. The check gives back
 * the data, without what is not selected, and throws an error that names the path in the response of what does not fit.
 */
export function compileResultCheck(
  schema: GraphQLSchema,
  document: DocumentNode,
): (data: Data, variables: Variables) => Data {
  const { operation, selectionSet, variableDefinitions = [] } = getOperationAST(document)!;
  const fallbacks = new Map<string, boolean>();
  for (const { variable, defaultValue } of variableDefinitions) {
    if (defaultValue?.kind === Kind.BOOLEAN) fallbacks.set(variable.name.value, defaultValue.value);
  }
  const selections: Selections = { schema, document, fallbacks, checks: new Map() };
  const root = schema.getRootType(operation)!;
  const check = compileCompositeCheck(selections, [root], collectOccurrences(selections, root, selectionSet));
  return (data, variables) => {
    const run: Run = { variables, path: [], expected: '', found: '' };
    const checked = check(data, run);
    if (checked !== INVALID) return checked as Data;
    const path = run.path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
    const reason = `data${path} must be ${run.expected}, but is ${run.found}`;
    throw new Error(`The result of the upstream does not fit its schema: ${reason}.`);
  };
}
