// What the stand-in begins with: two people, a robot, one repository, five issues of which one has comments.

const SITE = 'https://github.com';
const ID = { userId: 583_231, repositoryId: 1_296_269, issueId: 4_000_000_000, commentId: 5_000_000_000 };

/** Who writes issues and comments. */
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

/** What is true of a comment, and of an issue too. */
export interface Written {
  id: string;
  /** Beyond 32 bits, and text, as a BigInt is. */
  fullDatabaseId: string;
  author: (typeof accounts)[keyof typeof accounts] | null;
  authorAssociation: 'OWNER' | 'NONE';
  body: string;
  createdAt: string;
  updatedAt: string;
  url: string;
}

export interface Issue extends Written {
  activeLockReason: 'TOO_HEATED' | null;
  closedAt: string | null;
  comments: Written[];
  labels: string[];
  locked: boolean;
  number: number;
  state: 'OPEN' | 'CLOSED';
  stateReason: 'COMPLETED' | 'NOT_PLANNED' | null;
  title: string;
}

/** Everything about the repository but its issues. */
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

/** An issue as it is when somebody has just written it, the `number`th of the repository. */
export function newIssue(number: number, title: string, body: string, createdAt: string): Issue {
  const url = `${repository.url}/issues/${number}`;
  return {
    ...written(`I_${number}`, ID.issueId + number, { url, body, createdAt }),
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

/** A comment of the octocat's on an issue, the `number`th of all. */
export function newComment({ url }: Issue, number: number, body: string, createdAt: string): Written {
  return written(`IC_${number}`, ID.commentId + number, { url: `${url}#issuecomment-${number}`, body, createdAt });
}

/** The issues that there are at first, the oldest first. */
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
    // Whoever wrote it has deleted the account.
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

function written(
  id: string,
  databaseId: number,
  { url, body, createdAt }: Pick<Written, 'url' | 'body' | 'createdAt'>,
): Written {
  return {
    id,
    fullDatabaseId: String(databaseId),
    author: accounts.octocat,
    authorAssociation: 'OWNER',
    body,
    createdAt,
    updatedAt: createdAt,
    url,
  };
}
