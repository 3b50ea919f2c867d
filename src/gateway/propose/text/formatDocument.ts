import {
  type ASTNode,
  type ArgumentNode,
  type DirectiveNode,
  Kind,
  type SelectionSetNode,
  type VariableDefinitionNode,
  parse,
  print,
} from 'graphql';
import { HARD_LINE, LINE, type Layout, SOFT_LINE, group, indent, join, renderLayout, ifFlat } from './layout.ts';

const WIDTH = 120;

/** A document of operations and fragments as prettier formats it. Throws a GraphQLError where it is no GraphQL. */
export function formatDocument(text: string): string {
  const { definitions } = parse(text, { noLocation: true });
  return definitions.map((each) => `${renderLayout(layoutOf(each), WIDTH)}\n`).join('\n');
}

function layoutOf(node: ASTNode): Layout {
  switch (node.kind) {
    case Kind.OPERATION_DEFINITION:
      return [
        node.description ? [layoutOf(node.description), HARD_LINE] : '',
        `${node.operation} ${node.name?.value ?? ''}`,
        variables(node.variableDefinitions ?? []),
        node.directives?.length ? group([LINE, directives(node.directives)]) : '',
        ' ',
        selections(node.selectionSet),
      ];
    case Kind.FRAGMENT_DEFINITION:
      return [
        node.description ? [layoutOf(node.description), HARD_LINE] : '',
        `fragment ${node.name.value} on ${node.typeCondition.name.value} `,
        selections(node.selectionSet),
      ];
    case Kind.VARIABLE_DEFINITION:
      return [
        node.description ? [layoutOf(node.description), HARD_LINE] : '',
        `$${node.variable.name.value}: ${print(node.type)}`,
        node.defaultValue ? [' = ', layoutOf(node.defaultValue)] : '',
        trailing(node.directives),
      ];
    case Kind.FIELD:
      return group([
        node.alias ? `${node.alias.value}: ` : '',
        node.name.value,
        enclosed('(', node.arguments ?? [], ')'),
        trailing(node.directives),
        node.selectionSet ? [' ', selections(node.selectionSet)] : '',
      ]);
    case Kind.INLINE_FRAGMENT:
      return [
        `...${node.typeCondition ? ` on ${node.typeCondition.name.value}` : ''}`,
        trailing(node.directives),
        ' ',
        selections(node.selectionSet),
      ];
    case Kind.FRAGMENT_SPREAD:
      return [`...${node.name.value}`, trailing(node.directives)];
    case Kind.ARGUMENT:
    case Kind.OBJECT_FIELD:
      return [`${node.name.value}: `, layoutOf(node.value)];
    case Kind.DIRECTIVE:
      return [`@${node.name.value}`, enclosed('(', node.arguments ?? [], ')')];
    case Kind.OBJECT:
      return node.fields.length === 0 ? '{}' : group(['{', indent([LINE, list(node.fields)]), LINE, '}']);
    case Kind.LIST:
      return group(['[', indent([SOFT_LINE, list(node.values)]), SOFT_LINE, ']']);
    default:
      return print(node);
  }
}

function selections({ selections: all }: SelectionSetNode): Layout {
  return ['{', indent([HARD_LINE, join(HARD_LINE, all.map(layoutOf))]), HARD_LINE, '}'];
}

function variables(all: readonly VariableDefinitionNode[]): Layout {
  return enclosed('(', all, ')');
}

function enclosed(open: string, nodes: readonly (ArgumentNode | VariableDefinitionNode)[], close: string): Layout {
  return nodes.length === 0 ? '' : group([open, indent([SOFT_LINE, list(nodes)]), SOFT_LINE, close]);
}

/** Commas are only between what is on one line. */
function list(nodes: readonly ASTNode[]): Layout {
  return join([ifFlat(','), LINE], nodes.map(layoutOf));
}

function directives(all: readonly DirectiveNode[]): Layout {
  return join(LINE, all.map(layoutOf));
}

function trailing(all: readonly DirectiveNode[] | undefined): Layout {
  return all?.length ? [' ', group(indent([SOFT_LINE, directives(all)]))] : '';
}
