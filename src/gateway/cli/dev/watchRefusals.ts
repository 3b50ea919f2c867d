import type { ExecutionResult } from 'graphql';
import type { Prepare } from '../../execution/Execute.ts';

const REFUSALS: ReadonlySet<unknown> = new Set(['UNAUTHENTICATED', 'FORBIDDEN']);

/** Executes as `prepare` does; `onRefusal` is called for each operation for which the upstream refuses the credentials. */
export function watchRefusals(prepare: Prepare, onRefusal: () => void): Prepare {
  return (document) => {
    const execute = prepare(document);
    return async (request) => {
      let result: ExecutionResult;
      try {
        result = await execute(request);
      } catch (error) {
        if (isRefusal(error)) onRefusal();
        throw error;
      }
      if (result.errors?.some(isRefusal)) onRefusal();
      return result;
    };
  };
}

function isRefusal(error: unknown): boolean {
  const { extensions } = error as { extensions?: Readonly<Record<string, unknown>> };
  return REFUSALS.has(extensions?.['code']);
}
