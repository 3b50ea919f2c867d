import { type DocumentNode, type ExecutionResult, type GraphQLSchema, Kind, getOperationAST } from 'graphql';
import { INVALID, type ValidationRun } from './Validator.ts';
import { type Selections, collectOccurrences } from './collectOccurrences.ts';
import { compileCompositeValidator } from './compileCompositeValidator.ts';

type Data = NonNullable<ExecutionResult['data']>;
type Variables = Readonly<Record<string, unknown>>;

/**
 * Compiles the validator of results of a document with one operation. It returns the data without unselected properties, or throws
 * an error with the response path of the first value that does not match the document and the schema.
 */
export function compileResultValidator(
  schema: GraphQLSchema,
  document: DocumentNode,
): (data: Data, variables: Variables) => Data {
  const { operation, selectionSet, variableDefinitions = [] } = getOperationAST(document)!;
  const defaults = new Map<string, boolean>();
  for (const { variable, defaultValue } of variableDefinitions) {
    if (defaultValue?.kind === Kind.BOOLEAN) defaults.set(variable.name.value, defaultValue.value);
  }
  const selections: Selections = { schema, document, defaults, validators: new Map() };
  const root = schema.getRootType(operation)!;
  const validate = compileCompositeValidator(selections, [root], collectOccurrences(selections, root, selectionSet));
  return (data, variables) => {
    const run: ValidationRun = { variables, path: [], expected: '', found: '' };
    const validated = validate(data, run);
    if (validated !== INVALID) return validated as Data;
    const path = run.path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
    const reason = `data${path} must be ${run.expected}, but is ${run.found}`;
    throw new Error(`The result of the upstream does not match its schema: ${reason}.`);
  };
}
