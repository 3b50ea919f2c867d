// The endpoints of a version that are tools of the Model Context Protocol, by the convention `tools`.
import { toolSelectors } from '../document/checkConventions.ts';
import type { Version } from '../document/Version.ts';
import type { DiagnosticCollector } from '../../base/errors/Diagnostic.ts';
import { type EndpointPlan, bodyTypes, takesBody } from '../../plan/EndpointPlan.ts';
import { findIfMatch } from '../../plan/ParameterPlan.ts';
import { TOOLS_PATH, routeKey } from '../../plan/paths.ts';
import { isJsonType } from '../../http/mediaTypes.ts';

/**
 * Marks the endpoints that are tools. Reports an operation by its name that cannot be one; a method or a tag leaves those out. Reports
 * an endpoint whose path is that of the tools.
 */
export function markTools(
  { conventions: { tools }, endpoints: documents, conventionsFiles }: Version,
  endpoints: readonly EndpointPlan[],
  collector: DiagnosticCollector,
): readonly EndpointPlan[] {
  if (tools.length === 0) return endpoints;
  const file = conventionsFiles.findLast((candidate) => candidate.has(['tools']));
  const refuse = (name: string, message: string, hint: string) =>
    file && collector.add(file.diagnostic(['tools', Math.max(0, tools.indexOf(name))], 'value', message, hint));
  return endpoints.map((endpoint) => {
    const { name, path } = endpoint;
    if (path === TOOLS_PATH) {
      refuse(
        name,
        `${TOOLS_PATH} is the path of the tools, and of the endpoint ${name}.`,
        'Change the path of the endpoint.',
      );
    }
    const document = documents.get(routeKey(endpoint));
    if (!document || !toolSelectors(document).some((selector) => tools.includes(selector))) return endpoint;
    const fault = toolFault(endpoint);
    if (fault === undefined) return { ...endpoint, tool: true };
    if (tools.includes(name)) refuse(name, `${name} cannot be a tool: ${fault}.`, 'Remove it, or change the endpoint.');
    return endpoint;
  });
}

/** Why an endpoint cannot be a tool, whose arguments and results are JSON; undefined where it can. */
function toolFault(endpoint: EndpointPlan): string | undefined {
  const { method, produces, parameters, uploads } = endpoint;
  if (produces && !produces.some(isJsonType)) return 'its responses are not JSON';
  if (uploads?.isWhole) return 'its requests are files';
  if (takesBody(method) && !bodyTypes(endpoint).some(isJsonType)) return 'its requests are not JSON';
  return findIfMatch(parameters)?.required ? 'it requires If-Match, which no tool sends' : undefined;
}
