import {
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
  print,
  visit,
} from 'graphql';
import { nameOnWire } from '../../conventions/wireNames.ts';
import { directiveNode, readDirective } from '../../document/directives.ts';
import type { ReportDiagnostic } from '../../errors/Diagnostic.ts';
import type { ExpandPlan } from '../../plan/EndpointPlan.ts';
import type { CompileContext } from '../CompileContext.ts';

interface DeclaredExpand {
  name: string;
  variable: string;
  node: VariableDefinitionNode;
}

/** The values of the expand parameter that an operation declares, in the order of their variables. */
export function declareExpands(
  operation: OperationDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
  context: CompileContext,
): ExpandPlan[] {
  const declared = (operation.variableDefinitions ?? []).flatMap((node): DeclaredExpand[] => {
    const expand = readDirective('expand', node);
    if (!expand) return [];
    const variable = node.variable.name.value;
    return [{ name: expand.name ?? nameOnWire(variable, context.conventions), variable, node }];
  });
  declared.forEach((expand, index) => {
    checkExpand(expand, context);
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

function checkExpand({ name, variable, node }: DeclaredExpand, { conventions, report }: CompileContext): void {
  const { type, defaultValue } = node;
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
