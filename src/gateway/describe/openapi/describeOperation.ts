import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import { type RequiredScopes, requiredScopes } from '../requiredScopes.ts';
import type { Schema } from './Schema.ts';

/** The part of an operation that does not depend on the version: names, credentials, scopes, and its GraphQL. */
export function describeOperation(endpoint: EndpointPlan, security: readonly Schema[]): Schema {
  const { name, description = name, deprecated, sunset, segments, source } = endpoint;
  const [first] = segments;
  const required = requiredScopes(endpoint);
  const scopes = listScopes(required);
  return {
    operationId: name,
    tags: [first?.kind === 'literal' ? first.text : 'root'],
    summary: description.split(/(?<=\.)\s/)[0]!.replace(/\.$/, ''),
    description: [
      description,
      sunset && `Ends on ${sunset}.`,
      scopes && `Scopes:\n${scopes}`,
      `\`\`\`graphql\n${source.text.trim()}\n\`\`\``,
    ]
      .filter(Boolean)
      .join('\n\n'),
    ...(deprecated !== undefined && { deprecated: true }),
    ...(sunset !== undefined && { 'x-sunset': sunset }),
    security,
    'x-scopes': required.always,
  };
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
