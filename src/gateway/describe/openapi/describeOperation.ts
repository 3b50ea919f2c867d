import { tagOf } from '../../plan/EndpointPlan.ts';
import { describeAuth } from '../describeAuth.ts';
import { type RequiredScopes, describeScopes } from '../describeScopes.ts';
import type { Schema } from './Schema.ts';
import type { DescribedBody } from './describeParameters.ts';
import type { DescribedOperation } from './describeOperations.ts';

/** The parts of an operation that depend on its document. */
export interface OperationParts {
  responses: Schema;
  /** Alternatives. */
  security: readonly Schema[];
}

/** The Operation Object of an endpoint. */
export function describeOperation(
  { endpoint, parameters, body }: Pick<DescribedOperation, 'endpoint' | 'parameters' | 'body'>,
  { responses, security }: OperationParts,
): Schema {
  const { name, description = name, deprecated, sunset } = endpoint;
  const required = describeScopes(endpoint);
  const scopes = listScopes(required);
  const authenticated = describeAuth(endpoint).expand.map((value) => `\`expand=${value}\``);
  return {
    operationId: name,
    tags: [tagOf(endpoint.path)],
    summary: description.split(/(?<=\.)\s/)[0]!.replace(/\.$/, ''),
    description: [
      description,
      sunset && `Ends on ${sunset}.`,
      authenticated.length > 0 && `Credentials are required with ${authenticated.join(', ')}.`,
      scopes && `Scopes:\n${scopes}`,
      `\`\`\`graphql\n${beginningOf(endpoint.source.text)}\n\`\`\``,
    ]
      .filter(Boolean)
      .join('\n\n'),
    ...(deprecated !== undefined && { deprecated: true }),
    ...(sunset !== undefined && { 'x-sunset': sunset }),
    security,
    'x-scopes': required.always,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: body.required, content: contentOf(body) } }),
    responses,
  };
}

function contentOf({ schema, types }: DescribedBody): Schema {
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

/** More of the GraphQL of an operation is left out: the schema of the response has every field of it. */
const MAX_GRAPHQL_LINES = 40;

function beginningOf(graphql: string): string {
  const text = graphql.trim();
  let end = -1;
  for (let line = 0; line < MAX_GRAPHQL_LINES; line++) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) return text;
  }
  return `${text.slice(0, end)}\n# …`;
}

/** The scopes as a Markdown list, those that only `expand` requires last. */
function listScopes({ always, expand }: RequiredScopes): string {
  const more = Object.entries(expand).flatMap(([names, requirements]) =>
    requirements.map((requirement) => ({ requirement, when: ` with \`expand=${names}\`` })),
  );
  return [...always.map((requirement) => ({ requirement, when: '' })), ...more]
    .map(({ requirement, when }) => {
      const alternatives = requirement.map((all) => `\`${all.replaceAll(' ', '` and `')}\``);
      return `- ${alternatives.join(', or ')}${when}`;
    })
    .join('\n');
}
