// Failure told as data: `@error` on a field whose value is errors, or on a fragment of a type that is one. Such a part is
// never sent: it is read before the answer is made, and becomes an error like any other.
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  type InlineFragmentNode,
  Kind,
  type SelectionSetNode,
  getNamedType,
  isCompositeType,
} from 'graphql';
import { STATUS_OF_CODE } from '../errors/codes.ts';
import { type Problem, ServiceError } from '../errors/ServiceError.ts';
import { TYPE_KEY } from '../document/assembleDocument.ts';
import { readDirective } from '../document/directives.ts';
import { requiredHeaders } from '../protocol/statusHeaders.ts';
import { type Part, collectFields, definitionOf, partOf, possibleTypes } from '../compile/collectFields.ts';

/** What an object on the spine can fail by. */
export interface Failures {
  fields: readonly ({ key: string; node: FieldNode } & Told)[];
  types: readonly ({ names: ReadonlySet<string>; node: InlineFragmentNode } & Told)[];
}

interface Told {
  status: number;
  /** Whether there is a message in it: it is a text, or every object that it can be has one. */
  hasMessage: boolean;
}

/** The parts of a selection that tell of failure; undefined if none does. Fragments are resolved. */
export function collectFailures(
  schema: GraphQLSchema,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  parts: readonly Part[],
): Failures | undefined {
  const fields: Failures['fields'][number][] = [];
  const types: Failures['types'][number][] = [];
  const selectsMessage = (of: GraphQLCompositeType, set: SelectionSetNode): boolean => {
    const found = collectFields(schema, fragments, [partOf(of, set)]).get('message') ?? [];
    const on = found.filter(({ condition }) => condition === '').flatMap((each) => [...each.on]);
    return new Set(on).size === possibleTypes(schema, of).length;
  };
  const isTold = (node: FieldNode, parent: GraphQLCompositeType): boolean => {
    const field = definitionOf(node, parent);
    const of = field && getNamedType(field.type);
    return isCompositeType(of) && node.selectionSet ? selectsMessage(of, node.selectionSet) : of?.name === 'String';
  };
  const walk = (set: SelectionSetNode, parent: GraphQLCompositeType): void => {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        const error = readDirective('error', node);
        if (error) {
          const key = node.alias?.value ?? node.name.value;
          fields.push({ key, status: error.status, node, hasMessage: isTold(node, parent) });
        }
        continue;
      }
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
      const condition = fragment?.typeCondition && schema.getType(fragment.typeCondition.name.value);
      const inner = isCompositeType(condition) ? condition : parent;
      const error = node.kind === Kind.INLINE_FRAGMENT ? readDirective('error', node) : undefined;
      if (error && node.kind === Kind.INLINE_FRAGMENT) {
        const names = new Set(possibleTypes(schema, inner).map(({ name }) => name));
        types.push({ names, status: error.status, node, hasMessage: selectsMessage(inner, node.selectionSet) });
      } else if (fragment) {
        walk(fragment.selectionSet, inner);
      }
    }
  };
  for (const { set, type } of parts) walk(set, type);
  return fields.length + types.length > 0 ? { fields, types } : undefined;
}

/** Throws what an object tells of failure: the first type that fits, then each field with something in it. */
export function throwFailures(object: Readonly<Record<string, unknown>>, { fields, types }: Failures): void {
  const type = types.find(({ names }) => names.has(String(object[TYPE_KEY])));
  if (type) throw failure(type.status, [object]);
  for (const { key, status } of fields) {
    const value = object[key];
    const entries = Array.isArray(value) ? (value as unknown[]) : [value];
    const told = entries.filter((entry) => entry !== null && entry !== undefined && entry !== '');
    if (told.length > 0) throw failure(status, told);
  }
}

/** The object without what tells of failure. */
export function withoutFailures(object: Readonly<Record<string, unknown>>, { fields, types }: Failures): object {
  const kept = { ...object };
  for (const { key } of fields) delete kept[key];
  if (types.length > 0) delete kept[TYPE_KEY];
  return kept;
}

/** An entry is a text, or an object with a `message`, and maybe a `field`, as a path or a list of names, and a `code`. */
function failure(status: number, entries: readonly unknown[]): ServiceError {
  const read = entries.map((entry) =>
    typeof entry === 'object' ? (entry as Record<string, unknown>) : { message: entry },
  );
  const problems = read.map(({ field, message, code }): Problem => {
    const path = Array.isArray(field) ? field.join('.') : field;
    return {
      field: typeof path === 'string' ? path : '',
      message: String(message),
      ...(typeof code === 'string' && { code }),
    };
  });
  const code = problems.find((each) => each.code !== undefined)?.code ?? codeOf(status);
  return ServiceError.of(code, status, problems.map(({ message }) => message).join('; '), {
    problems,
    headers: requiredHeaders(status),
  });
}

/** The code that usually stands for a status. */
function codeOf(status: number): string {
  const known = Object.entries(STATUS_OF_CODE).filter(([name]) => name !== 'BAD_REQUEST');
  return known.find(([, each]) => each === status)?.[0] ?? (status < 500 ? 'BAD_USER_INPUT' : 'INTERNAL_SERVER_ERROR');
}
