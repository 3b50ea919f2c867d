import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { RequestDocument } from '../../execution/Execute.ts';
import { mapFields } from '../../execution/mapFields.ts';
import { pruneOperation } from '../../execution/pruneOperation.ts';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import type { Variables } from '../../request/coercion.ts';
import type { FieldSelection } from '../../request/requestSelection.ts';

/** The document that a request executes; undefined where it is the whole one. */
export type SelectDocument = (
  variables: Readonly<Variables>,
  selection: FieldSelection | undefined,
) => RequestDocument | undefined;

/** Compiles which part of a document its requests execute; undefined where each executes the whole. */
export function compileDocument(
  document: DocumentNode,
  { prunable = [], fields }: Pick<EndpointPlan, 'prunable' | 'fields'>,
  schema: GraphQLSchema,
): SelectDocument | undefined {
  if (prunable.length === 0 && !fields) return undefined;
  return (variables, selection) => {
    const absent = prunable.filter((name) => !Object.hasOwn(variables, name) || variables[name] === undefined);
    const leftOut = selection?.key ?? '';
    if (absent.length === 0 && leftOut === '') return undefined;
    return {
      key: `${absent.join()} ${leftOut}`,
      create() {
        const selected = leftOut === '' ? document : leaveOut(document, selection!.leftOut);
        return pruneOperation(schema, selected, new Set(absent));
      },
    };
  };
}

function leaveOut(document: DocumentNode, leftOut: FieldSelection['leftOut']): DocumentNode {
  return mapFields(document, new Set(Object.keys(leftOut)), () => null);
}
