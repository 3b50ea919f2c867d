import { type ASTNode, type DirectiveNode, type DocumentNode, Kind } from 'graphql';
import { isAuthenticated } from '../access/isAuthenticated.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import type { CompileContext } from './CompileContext.ts';
import { type RestrictedSelection, findRestricted } from './findRestricted.ts';

/**
 * Refuses an endpoint that allows anonymous callers, but never answers them: every request, or under NONE one with parts to
 * expand, selects what requires a caller. `documents` are executed; what a page adds to them is reported at `place`.
 */
export function checkAuth(
  { auth, scopes, expands }: Pick<EndpointPlan, 'auth' | 'scopes' | 'expands'>,
  documents: readonly DocumentNode[],
  place: ASTNode,
  { schema, report }: CompileContext,
): void {
  if (auth === 'REQUIRED') return;
  const isNever = scopes.some(({ when }) => when.length === 0);
  if (!isNever && (auth === 'OPTIONAL' || scopes.length === 0)) return;
  const expanded = new Set(expands.flatMap(({ variables }) => variables));
  const isCounted = (directives: readonly DirectiveNode[]) =>
    !isNever || !directives.some((each) => dependsOn(each, expanded));
  for (const document of documents) {
    const found = findRestricted(schema, document, isCounted);
    if (!found) continue;
    const message = `${describe(found)}, so an anonymous caller never gets an answer.`;
    const hint = isNever ? 'Use auth: REQUIRED.' : 'Use auth: OPTIONAL or REQUIRED.';
    report(found.node.loc ? found.node : place, message, hint);
    return;
  }
}

/** Whether an `@include` or `@skip` has one of these variables. */
function dependsOn({ name, arguments: given = [] }: DirectiveNode, variables: ReadonlySet<string>): boolean {
  const isCondition = name.value === 'include' || name.value === 'skip';
  return isCondition && given.some(({ value }) => value.kind === Kind.VARIABLE && variables.has(value.name.value));
}

function describe({ node, element }: RestrictedSelection): string {
  const access = isAuthenticated(element) ? 'is @authenticated' : 'requires scopes';
  if (node.kind !== Kind.FIELD || node.name.value === element.name) return `"${element.name}" ${access}`;
  return `"${node.name.value}" is of the type ${element.name}, which ${access}`;
}
