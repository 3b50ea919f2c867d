// What clients send that fills no variable of its own: the values of the expand parameter, names that are ignored, and the query
// parameters of pages, expands and `@fields`.
import {
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
  print,
  visit,
} from 'graphql';
import { nameOnWire } from '../../plan/conventions/wireNames.ts';
import type { EndpointDocument } from '../document/Version.ts';
import { directiveNode, readDirective } from '../document/directives.ts';
import type { ReportDiagnostic } from '../../base/errors/Diagnostic.ts';
import { type ExpandPlan, type IgnoredPlan, takesBody } from '../../plan/EndpointPlan.ts';
import type { Segment } from '../../plan/paths.ts';
import { type ParameterPlan, readDepth } from '../../plan/ParameterPlan.ts';
import type { CompileContext } from '../CompileContext.ts';

/** The values of the expand parameter that an operation declares, in the order of their variables. */
export function declareExpands(
  operation: OperationDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
  context: CompileContext,
): ExpandPlan[] {
  const declared = (operation.variableDefinitions ?? []).flatMap((node) => {
    const expand = readDirective('expand', node);
    if (!expand) return [];
    const variable = node.variable.name.value;
    return [{ name: expand.name ?? nameOnWire(variable, context.conventions), variable, node }];
  });
  declared.forEach((expand, index) => {
    checkExpand(expand.node, expand.name, context);
    if (declared.slice(0, index).some(({ name }) => name === expand.name)) {
      const message = `Two variables have the expand value "${expand.name}".`;
      context.report(directiveNode(expand.node, 'expand', 'name'), message, 'Rename one.');
    }
  });
  checkUses(new Set(declared.map(({ variable }) => variable)), [operation, ...fragments], context.report);
  return declared.map(({ name }) => ({
    name,
    variables: declared
      .filter((other) => name === other.name || name.startsWith(`${other.name}.`))
      .map(({ variable }) => variable),
  }));
}

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
  const isParameter = (name: string, place: ParameterPlan['source']) =>
    parameters.some((parameter) => parameter.source === place && parameter.name === name);
  const isRead = {
    query: (name: string) => reserved.includes(name) || isParameter(name, 'query'),
    body: (name: string) => readDepth(name.split('.'), parameters, types.table) === name.split('.').length,
  };
  declared.forEach((name, index) => {
    const list = directiveNode(operation, 'endpoint', 'ignore');
    const at = list.kind === Kind.LIST ? list.values[index]! : list;
    if (name.split('.').includes('')) {
      report(at, `ignore "${name}" is not a valid name.`, 'Write a name, with dots between its steps.');
    } else if (
      isParameter(name, 'path') ||
      (isInQuery(name) && isRead.query(name)) ||
      (isInBody(name) && isRead.body(name))
    ) {
      report(at, `ignore "${name}" is a parameter already.`, 'Remove it from ignore, or remove the parameter.');
    }
  });
  const names = [...new Set([...declared, ...conventions.ignore])];
  const path = names.filter((name) => segments.some((segment) => segment.names.includes(name)));
  const others = names.filter((name) => !path.includes(name));
  const ignored: IgnoredPlan = {
    path: path.filter((name) => !isParameter(name, 'path')),
    query: others.filter((name) => isInQuery(name) && !isRead.query(name)),
    body: others.filter((name) => isInBody(name) && !isRead.body(name)),
  };
  return Object.values(ignored).some(({ length }) => length > 0) ? ignored : undefined;
}

/**
 * Refuses a query parameter with the name of one that no variable fills, and two of those with one name. `others` are those of pages and
 * expansion.
 */
export function checkReservedNames(
  { operation, lookup }: EndpointDocument,
  parameters: readonly ParameterPlan[],
  { others, fields }: { others: readonly string[]; fields: readonly string[] },
  report: ReportDiagnostic,
): void {
  const reserved = [...others, ...new Set(fields)];
  const twice = reserved.find((name, index) => reserved.indexOf(name) < index);
  if (twice !== undefined) {
    const message = `page.parameters, expand and @fields use the query parameter "${twice}" twice; each must have its own name.`;
    report(operation, message, 'Change page.parameters or expand in conventions.json, or write @fields(name: …).');
  }
  const nodes = [operation, lookup].flatMap((definition) => definition?.variableDefinitions ?? []);
  for (const { name, source, variable } of parameters) {
    if (source !== 'query' || !reserved.includes(name)) continue;
    const node = nodes.find((candidate) => candidate.variable.name.value === variable)!;
    const message = `The query parameter "${name}" is reserved for ${fields.includes(name) ? '@fields' : 'pagination and expansion'}.`;
    report(directiveNode(node, 'param', 'name'), message, 'Rename the variable, or use @param(name: …).');
  }
}

function checkExpand(node: VariableDefinitionNode, name: string, { conventions, report }: CompileContext): void {
  const { type, defaultValue } = node;
  const variable = node.variable.name.value;
  if (!/^Boolean!?$/.test(print(type)) || defaultValue?.kind !== Kind.BOOLEAN || defaultValue.value) {
    const message = `$${variable} with @expand is not a Boolean with the default false.`;
    report(node, message, `Write "$${variable}: Boolean = false @expand".`);
  }
  if (readDirective('param', node)) {
    const message = `$${variable} is a value of the parameter "${conventions.expand}", which @param cannot describe.`;
    report(directiveNode(node, 'param'), message, 'Use @expand(name: …), or remove one of them.');
  }
  if (!/^\w+(\.\w+)*$/.test(name)) {
    const message = `"${name}" is not a valid expand value.`;
    report(directiveNode(node, 'expand', 'name'), message, 'Use letters, digits, _ and dots.');
  }
}

function checkUses(
  variables: ReadonlySet<string>,
  definitions: readonly (OperationDefinitionNode | FragmentDefinitionNode)[],
  report: ReportDiagnostic,
): void {
  if (variables.size === 0) return;
  for (const definition of definitions) {
    visit(definition, {
      VariableDefinition: () => false,
      Directive: ({ name }) => (name.value === 'include' || name.value === 'skip' ? false : undefined),
      Variable: (node) => {
        if (!variables.has(node.name.value)) return;
        const message = `$${node.name.value} with @expand is used outside of @include(if:) and @skip(if:).`;
        report(node, message, 'Use another variable here.');
      },
    });
  }
}
