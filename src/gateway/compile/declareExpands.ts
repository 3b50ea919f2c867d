import {
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
  print,
  visit,
} from 'graphql';
import type { Conventions } from '../conventions/Conventions.ts';
import type { Report } from '../errors/Diagnostic.ts';
import { nameOnWire } from '../conventions/nameOnWire.ts';
import { readDirective } from '../document/directives.ts';

/** One value of the `expand` parameter, and the variables that it sets to true. */
export interface Expand {
  name: string;
  /** Its own, and those of its prefixes: `items.product` also turns on `items`. */
  variables: readonly string[];
}

/** The values of `expand` that an operation declares, in the order of their variables. */
export function declareExpands(
  operation: OperationDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
  conventions: Conventions,
  report: Report,
): Expand[] {
  const declared: { name: string; variable: string; node: VariableDefinitionNode }[] = [];
  for (const node of operation.variableDefinitions ?? []) {
    const expand = readDirective('expand', node);
    if (!expand) continue;
    const variable = node.variable.name.value;
    const name = expand.name ?? nameOnWire(variable, conventions);
    const type = print(node.type);
    const given = node.defaultValue;
    if (!/^Boolean!?$/.test(type) || given?.kind !== Kind.BOOLEAN || given.value) {
      const message = `$${variable} is turned on by expand=${name}, so it is a Boolean that is false by default.`;
      report(node, message, `Write "$${variable}: Boolean = false @expand".`);
    }
    if (readDirective('param', node)) {
      const message = `$${variable} is a value of ${conventions.expand}, of which @param says nothing.`;
      report(node, message, 'Use @expand(name: …), or leave one of them out.');
    }
    if (declared.some((each) => each.name === name)) {
      report(node, `Two variables have the expand value "${name}".`, 'Rename one.');
    }
    if (!/^\w+(\.\w+)*$/.test(name)) {
      report(node, `"${name}" cannot be an expand value.`, 'Use letters, digits, _ and dots.');
    }
    declared.push({ name, variable, node });
  }

  const variables = new Set(declared.map(({ variable }) => variable));
  for (const part of [operation, ...fragments]) {
    visit(part, {
      VariableDefinition: () => false,
      Directive: (node) => (['include', 'skip'].includes(node.name.value) ? false : undefined),
      Variable: (node) => {
        if (!variables.has(node.name.value)) return;
        const message = `$${node.name.value} is an expand, and so can only stand in @include(if:) or @skip(if:).`;
        report(node, message, 'Use another variable here.');
      },
    });
  }
  return declared.map(({ name }) => ({
    name,
    variables: declared
      .filter((each) => name === each.name || name.startsWith(`${each.name}.`))
      .map((each) => each.variable),
  }));
}
