// The tools of a version, as `tools/list` has them: an endpoint each, in the words of its document. See the Model Context Protocol
// 2025-11-25, server/tools.
import type { Caller } from '../../guard/access/Caller.ts';
import type { Schema } from '../../describe/openapi/Schema.ts';
import {
  type DescribedOperation,
  describeOperations,
  summaryOf,
} from '../../describe/openapi/operations/describeOperations.ts';
import type { VersionPlan } from '../../plan/ApiPlan.ts';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import { missingScopes } from '../../plan/ScopeRule.ts';
import { type ToolInputs, type ToolOutput, describeInputs, describeOutput } from './toolSchemas.ts';

/** An endpoint as a tool. */
export interface Tool {
  endpoint: EndpointPlan;
  version: VersionPlan;
  definition: ToolDefinition;
  inputs: ToolInputs;
  output: ToolOutput;
}

/** A Tool of the protocol. */
export interface ToolDefinition {
  name: string;
  title: string;
  description: string;
  inputSchema: Schema;
  outputSchema: Schema;
  annotations: Readonly<Record<'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint', boolean>>;
}

/** Describes the tools of a version, by their names. */
export function describeTools(version: VersionPlan): ReadonlyMap<string, Tool> {
  const { operations, components } = describeOperations(version);
  const described = operations.filter(({ endpoint }) => endpoint.tool);
  return new Map(
    described.map((operation) => {
      const { endpoint } = operation;
      const { schema: inputSchema, inputs } = describeInputs(operation, components);
      const { schema: outputSchema, output } = describeOutput(operation, components);
      const definition = { ...describeText(operation), inputSchema, outputSchema, annotations: annotate(endpoint) };
      return [endpoint.name, { endpoint, version, definition, inputs, output }];
    }),
  );
}

/** Whether a caller, null for an anonymous one, may call a tool, at least without what only some arguments require. */
export function isAllowed({ endpoint: { auth, scopes } }: Tool, caller: Caller | null): boolean {
  if (!caller && auth === 'REQUIRED') return false;
  return missingScopes(scopes, caller?.scopes ?? null, {}).length === 0;
}

function describeText({ endpoint }: DescribedOperation): Pick<ToolDefinition, 'name' | 'title' | 'description'> {
  const { name, description = name, deprecated, sunset } = endpoint;
  const ends = sunset === undefined ? '' : ` It ends on ${sunset}.`;
  const text = deprecated === undefined ? description : `${description}\n\nDeprecated.${ends}`;
  return { name, title: summaryOf(endpoint), description: text };
}

function annotate({ method, idempotencyKey }: EndpointPlan): ToolDefinition['annotations'] {
  return {
    readOnlyHint: method === 'GET',
    destructiveHint: method !== 'GET' && method !== 'POST',
    idempotentHint: (method !== 'POST' && method !== 'PATCH') || idempotencyKey === 'REQUIRED',
    openWorldHint: false,
  };
}
