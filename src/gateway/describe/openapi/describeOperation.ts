import { print } from 'graphql';
import type { Endpoint } from '../../runtime/Endpoint.ts';
import { assembleDocument } from '../../document/assembleDocument.ts';
import { type NeededScopes, neededScopes } from '../neededScopes.ts';
import type { Schema } from './Schema.ts';

/** What an operation says of itself, whatever the version: names, credentials, scopes, and the GraphQL that it runs. */
export function describeOperation(endpoint: Endpoint, security: readonly Schema[]): Schema {
  const { document, segments } = endpoint;
  const { operation, description = operation.name.value } = document;
  const { deprecated, sunset } = document.endpoint;
  const [first] = segments;
  const needed = neededScopes(endpoint);
  const scopes = listScopes(needed);
  return {
    operationId: operation.name.value,
    tags: [first?.kind === 'literal' ? first.text : 'root'],
    summary: description.split(/(?<=\.)\s/)[0]!.replace(/\.$/, ''),
    description: [
      description,
      sunset && `Ends on ${sunset}.`,
      scopes && `Scopes:\n${scopes}`,
      `\`\`\`graphql\n${graphqlOf(endpoint)}\n\`\`\``,
    ]
      .filter(Boolean)
      .join('\n\n'),
    ...(deprecated !== undefined && { deprecated: true }),
    ...(sunset !== undefined && { 'x-sunset': sunset }),
    security,
    'x-scopes': needed.always,
  };
}

/** The operation as it is written, and the shapes that it spreads. */
function graphqlOf({ document, shapes, conventions }: Endpoint): string {
  const { document: whole } = assembleDocument(document, { shapes, conventions }, []);
  return whole.definitions
    .map((node) => {
      const { description: _, ...undescribed } = node as typeof node & { description?: unknown };
      return print(undescribed as typeof node);
    })
    .join('\n\n');
}

/** The scopes as a list for people, those that only `expand` asks for behind the others. */
function listScopes({ always, expand }: NeededScopes): string {
  const more = Object.entries(expand).flatMap(([names, needs]) =>
    needs.map((need) => ({ need, when: ` with \`expand=${names}\`` })),
  );
  return [...always.map((need) => ({ need, when: '' })), ...more]
    .map(({ need, when }) => `- ${need.map((all) => `\`${all.replaceAll(' ', '` and `')}\``).join(', or ')}${when}`)
    .join('\n');
}
