// The data of the stub: a user, a bot, one repository, and five issues, one of which has comments.

const SITE = 'https://github.com';
const ID = { userId: 583_231, repositoryId: 1_296_269, issueId: 4_000_000_000, commentId: 5_000_000_000 };

/** The authors of issues and comments. */
export const accounts = {
  octocat: {
    __typename: 'User',
    ...account('octocat', ID.userId),
    bio: null,
    company: '@github',
    createdAt: '2011-01-25T18:44:36Z',
    email: '',
    followers: { totalCount: 20_000 },
    following: { totalCount: 9 },
    isSiteAdmin: false,
    location: 'San Francisco',
    name: 'The Octocat',
    repositories: { totalCount: 1 },
    twitterUsername: null,
    updatedAt: '2026-01-22T12:00:00Z',
    websiteUrl: 'https://github.blog',
  },
  hubot: { __typename: 'Bot', ...account('hubot', 480_938) },
};

/** The fields that comments and issues have in common. */
export interface Comment {
  id: string;
  /** A BigInt: more than 32 bits, as text. */
  fullDatabaseId: string;
  author: (typeof accounts)[keyof typeof accounts] | null;
  authorAssociation: 'OWNER' | 'NONE';
  body: string;
  createdAt: string;
  updatedAt: string;
  url: string;
}

export interface Issue extends Comment {
  activeLockReason: 'TOO_HEATED' | null;
  closedAt: string | null;
  comments: Comment[];
  labels: string[];
  locked: boolean;
  number: number;
  state: 'OPEN' | 'CLOSED';
  stateReason: 'COMPLETED' | 'NOT_PLANNED' | null;
  title: string;
}

/** The repository without its issues. */
export const repository = {
  createdAt: '2011-01-26T19:01:12Z',
  databaseId: ID.repositoryId,
  description: 'My first repository on GitHub!',
  forkCount: 9,
  homepageUrl: null,
  id: 'R_1296269',
  isArchived: false,
  isFork: false,
  isPrivate: false,
  name: 'Hello-World',
  nameWithOwner: 'octocat/Hello-World',
  owner: accounts.octocat,
  primaryLanguage: { name: 'TypeScript' },
  pushedAt: '2026-01-26T19:06:43Z',
  repositoryTopics: { nodes: ['octocat', 'api'].map((name) => ({ topic: { name } })), totalCount: 2 },
  stargazerCount: 80,
  updatedAt: '2026-01-26T19:14:43Z',
  url: `${SITE}/octocat/Hello-World`,
};

/** A new issue; `number` counts the issues of the repository. */
export function newIssue(number: number, title: string, body: string, createdAt: string): Issue {
  const url = `${repository.url}/issues/${number}`;
  return {
    ...createComment({ id: `I_${number}`, fullDatabaseId: String(ID.issueId + number), url, body, createdAt }),
    activeLockReason: null,
    closedAt: null,
    comments: [],
    labels: [],
    locked: false,
    number,
    state: 'OPEN',
    stateReason: null,
    title,
  };
}

/** A new comment by octocat; `number` counts the comments of all issues. */
export function newComment({ url }: Issue, number: number, body: string, createdAt: string): Comment {
  return createComment({
    id: `IC_${number}`,
    fullDatabaseId: String(ID.commentId + number),
    url: `${url}#issuecomment-${number}`,
    body,
    createdAt,
  });
}

/** The initial issues, the oldest first. */
export function firstIssues(): Issue[] {
  const [found, closed, heated, ghost, last] = ['Found a bug', 'Typo', 'Tabs or spaces', 'Boo', 'Add docs'].map(
    (title, index) => newIssue(index + 1, title, `About: ${title}`, `2026-02-0${index + 1}T10:00:00Z`),
  ) as [Issue, Issue, Issue, Issue, Issue];
  const comments = ['Me too', 'Fixed soon', 'Thanks'].map((body, index) =>
    newComment(found, index + 1, body, `2026-02-0${index + 1}T11:00:00Z`),
  );
  comments[1] = { ...comments[1]!, author: accounts.hubot, authorAssociation: 'NONE' };
  const closedAt = '2026-02-06T10:00:00Z';
  return [
    { ...found, labels: ['bug'], comments },
    { ...closed, state: 'CLOSED', stateReason: 'COMPLETED', closedAt, updatedAt: closedAt },
    { ...heated, state: 'CLOSED', stateReason: 'NOT_PLANNED', closedAt, locked: true, activeLockReason: 'TOO_HEATED' },
    // Its author has deleted the account.
    { ...ghost, author: null, authorAssociation: 'NONE' },
    last,
  ];
}

function account<Login extends string>(login: Login, databaseId: number) {
  return {
    login,
    databaseId,
    id: `A_${databaseId}`,
    avatarUrl: `https://avatars.githubusercontent.com/u/${databaseId}`,
    url: `${SITE}/${login}`,
  };
}

function createComment(values: Pick<Comment, 'id' | 'fullDatabaseId' | 'url' | 'body' | 'createdAt'>): Comment {
  return { ...values, author: accounts.octocat, authorAssociation: 'OWNER', updatedAt: values.createdAt };
}
