// The root value of the stub, for graphql-js. Errors are those of GitHub: the field is null, and the error has a `type` beside
// its message.
import { GraphQLError } from 'graphql';
import { type Issue, accounts, firstIssues, newComment, newIssue, repository } from './data.ts';

interface Slice {
  first?: number | null;
  after?: string | null;
}

interface IssuesArgs extends Slice {
  labels?: readonly string[] | null;
  orderBy?: { field: 'COMMENTS' | 'CREATED_AT' | 'UPDATED_AT'; direction: 'ASC' | 'DESC' } | null;
  states?: readonly string[] | null;
}

/** Creates a root value with its own issues. */
export function createRoot() {
  const issues = firstIssues();
  const commented = () => issues.reduce((sum, { comments }) => sum + comments.length, 0);
  const find = {
    ...repository,
    issue({ number }: { number: number }) {
      const issue = issues.find((each) => each.number === number);
      if (!issue) throw createError('NOT_FOUND', `Could not resolve to an Issue with the number of ${number}.`);
      return toNode(issue);
    },
    issues({ labels, orderBy, states, ...slice }: IssuesArgs) {
      const chosen = issues.filter(
        (issue) =>
          (!states || states.includes(issue.state)) &&
          (!labels || labels.every((label) => issue.labels.includes(label))),
      );
      return connect(orderBy ? chosen.sort(compareBy(orderBy)) : chosen, slice, toNode);
    },
  };
  return {
    user({ login }: { login: string }) {
      if (login === accounts.octocat.login) return accounts.octocat;
      throw createError('NOT_FOUND', `Could not resolve to a User with the login of '${login}'.`);
    },
    repository({ owner, name }: { owner: string; name: string }) {
      if (`${owner}/${name}` === repository.nameWithOwner) return find;
      throw createError('NOT_FOUND', `Could not resolve to a Repository with the name '${owner}/${name}'.`);
    },
    createIssue({ input: { repositoryId, title, body } }: { input: Record<string, string | undefined> }) {
      if (repositoryId !== repository.id) throw createError('NOT_FOUND', 'Could not resolve to a node with that id.');
      if (!title?.trim()) throw createError('UNPROCESSABLE', "Title can't be blank");
      const issue = newIssue(issues.length + 1, title, body ?? '', '2026-03-01T10:00:00Z');
      issues.push(issue);
      return { issue: toNode(issue) };
    },
    addComment({ input: { subjectId, body } }: { input: Record<string, string> }) {
      const issue = issues.find(({ id }) => id === subjectId);
      if (!issue) throw createError('NOT_FOUND', 'Could not resolve to a node with that id.');
      if (issue.locked) throw createError('FORBIDDEN', 'Unable to create comment because issue is locked.');
      const comment = newComment(issue, commented() + 1, body!, '2026-03-01T11:00:00Z');
      issue.comments.push(comment);
      return { commentEdge: { cursor: comment.id, node: comment } };
    },
  };
}

function toNode(issue: Issue) {
  return {
    ...issue,
    comments: (slice: Slice) => connect(issue.comments, slice, (comment) => comment),
    labels: { nodes: issue.labels.map((name) => ({ id: `L_${name}`, name, color: 'f29513', isDefault: true })) },
  };
}

/** A Relay connection whose cursors are the ids of its nodes. See https://relay.dev/graphql/connections.htm */
function connect<Item extends { id: string }, Node>(
  all: readonly Item[],
  { first, after }: Slice,
  mapItem: (item: Item) => Node,
) {
  const start = after == null ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const page = all.slice(start, start + (first ?? all.length));
  return {
    nodes: page.map(mapItem),
    totalCount: all.length,
    pageInfo: {
      startCursor: page[0]?.id ?? null,
      endCursor: page.at(-1)?.id ?? null,
      hasPreviousPage: start > 0,
      hasNextPage: start + page.length < all.length,
    },
  };
}

function compareBy({ field, direction }: NonNullable<IssuesArgs['orderBy']>) {
  const keyOf = (issue: Issue) =>
    ({ COMMENTS: String(issue.comments.length), CREATED_AT: issue.createdAt, UPDATED_AT: issue.updatedAt })[field];
  const sign = direction === 'ASC' ? 1 : -1;
  return (one: Issue, other: Issue) => sign * (keyOf(one).localeCompare(keyOf(other)) || one.number - other.number);
}

function createError(type: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { type } });
}
