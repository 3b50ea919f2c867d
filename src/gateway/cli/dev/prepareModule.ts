// Executes the schema that a module exports. The server of that module creates a context for its resolvers, which is not here.
import type { ExecutionResult, GraphQLSchema } from 'graphql';
import { createExchange } from '../../createExchange.ts';
import type { ExecutionRequest, Prepare } from '../../execution/Execute.ts';
import { prepareWithContext } from '../../execution/prepareWithContext.ts';
import { listValues } from '../../errors/listValues.ts';

/** Prepares operations on a schema of a module. A TypeError of a resolver says what was read of the context and is not in it. */
export function prepareModule(schema: GraphQLSchema, authenticates: boolean): Prepare {
  const absent = new WeakMap<ExecutionRequest, Set<string>>();
  const prepare = prepareWithContext<ExecutionRequest>(schema, (request) => {
    const names = new Set<string>();
    absent.set(request, names);
    return recordAbsent(createExchange(request, authenticates), names);
  });
  return (document) => {
    const execute = prepare(document);
    return async (request) => {
      const result = await execute(request);
      const names = absent.get(request);
      if (names && names.size > 0) explain(result, [...names]);
      return result;
    };
  };
}

/** The context value; `names` receives the properties that are read of it and that it does not have. */
function recordAbsent<Context extends object>(context: Context, names: Set<string>): Context {
  return new Proxy(context, {
    get(target, name, receiver) {
      // A promise would have it, and what is awaited is asked for it.
      if (typeof name === 'string' && name !== 'then' && !(name in target)) names.add(name);
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
}

function explain({ errors = [] }: ExecutionResult, names: readonly string[]): void {
  for (const error of errors) {
    if (!(error.originalError instanceof TypeError)) continue;
    error.message += `. The resolvers read ${listValues(names)} of their context, which only their own server creates: pass --upstream with its URL, or --mock.`;
  }
}
