import { type ASTNode, Kind } from 'graphql';
import type { EndpointDocument } from '../../document/EndpointDocument.ts';
import { directiveNode } from '../../document/directives.ts';
import { type IgnoredPlan, type Segment, takesBody } from '../../plan/EndpointPlan.ts';
import { type ParameterPlan, readDepth } from '../../plan/ParameterPlan.ts';
import type { CompileContext } from '../CompileContext.ts';

/**
 * The names that an endpoint accepts and does not read: those of its document, which must be no parameter, and those of the
 * conventions that are none. A name is one of the query, and one of the body where there is one. One with dots is only of the
 * body, and one of the conventions without dots not of a body that is one variable. `reserved` are further query parameters.
 */
export function compileIgnored(
  { source: { operation, endpoint }, segments }: { source: EndpointDocument; segments: readonly Segment[] },
  parameters: readonly ParameterPlan[],
  reserved: readonly string[],
  { conventions, types, report }: CompileContext,
): IgnoredPlan | undefined {
  const { method, ignore: declared = [] } = endpoint;
  const hasBody = takesBody(method);
  const isWhole = parameters.some(({ source }) => source === 'whole');
  const isInQuery = (name: string) => !name.includes('.') || (!hasBody && declared.includes(name));
  const isInBody = (name: string) => hasBody && (name.includes('.') || !isWhole || declared.includes(name));
  const isRead = {
    query: (name: string) =>
      reserved.includes(name) ||
      parameters.some((parameter) => parameter.source === 'query' && parameter.name === name),
    body: (name: string) => {
      const path = name.split('.');
      return readDepth(path, parameters, types.table) === path.length;
    },
    path: (name: string) => parameters.some((parameter) => parameter.source === 'path' && parameter.name === name),
  };
  declared.forEach((name, index) => {
    const at = itemNode(directiveNode(operation, 'endpoint', 'ignore'), index);
    if (name.split('.').includes('')) {
      report(at, `ignore "${name}" is not a valid name.`, 'Write a name, with dots between its steps.');
    } else if (isRead.path(name) || (isInQuery(name) && isRead.query(name)) || (isInBody(name) && isRead.body(name))) {
      report(at, `ignore "${name}" is a parameter already.`, 'Remove it from ignore, or remove the parameter.');
    }
  });
  const names = [...new Set([...declared, ...conventions.ignore])];
  const path = names.filter((name) =>
    segments.some((segment) => segment.kind === 'placeholder' && segment.name === name),
  );
  const others = names.filter((name) => !path.includes(name));
  const ignored: IgnoredPlan = {
    path: path.filter((name) => !isRead.path(name)),
    query: others.filter((name) => isInQuery(name) && !isRead.query(name)),
    body: others.filter((name) => isInBody(name) && !isRead.body(name)),
  };
  return Object.values(ignored).some(({ length }) => length > 0) ? ignored : undefined;
}

function itemNode(list: ASTNode, index: number): ASTNode {
  return list.kind === Kind.LIST ? list.values[index]! : list;
}
