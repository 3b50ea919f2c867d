// What `data.json` has. A property that is absent has the value that `resolve.ts` gives it.

/** When everything happened whose time is not in the file. */
export const now = '2017-10-10T16:00:00Z';

export interface Data {
  accounts: Account[];
  licenses: License[];
  repositories: Repository[];
}

export interface Account {
  __typename: string;
  login: string;
  databaseId: number;
  /** Logins. */
  followers?: string[];
  publicRepositories?: number;
  teams?: { slug: string; parent?: string }[];
}

export interface License {
  key: string;
  permissions: string[];
  conditions: string[];
  limitations: string[];
}

export interface Repository {
  /** A login. */
  owner: string;
  name: string;
  databaseId: number;
  defaultBranch?: string;
  /** The key of a licence. */
  license?: string;
  /** With its owner. */
  parent?: string;
  primaryLanguage?: string;
  topics?: string[];
  watchers?: number;
  /** That of an issue that is created first. */
  firstIssueId?: string;
  /** Where the issues themselves are not in the file. */
  openIssues?: number;
  labels?: Label[];
  milestones?: { number: number; creator: string; createdAt: string; state?: string }[];
  issues?: Issue[];
  pullRequests?: PullRequest[];
  /** The newest first; all are of the default branch. */
  commits?: { oid: string; message: string; parents: string[]; isSigned?: boolean }[];
  releases?: Release[];
}

export interface Label {
  name: string;
  color: string;
  description?: string | null;
}

export interface Issue {
  number: number;
  fullDatabaseId?: string;
  title: string;
  body?: string;
  state?: string;
  /** A login; null of an account that is gone. */
  author?: string | null;
  assignees?: string[];
  createdAt?: string;
  labels?: string[];
  locked?: boolean;
  /** The number of a milestone. */
  milestone?: number;
  /** The number of the issue above. */
  parent?: number;
  /** How often each was given. */
  reactions?: Record<string, number>;
  /** Or how many there are. */
  comments?: Comment[] | number;
}

export interface Comment {
  body: string;
  author?: string | null;
  createdAt?: string;
  reactions?: Record<string, number>;
}

export interface PullRequest {
  number: number;
  title: string;
  body?: string;
  createdAt: string;
  state?: string;
  headRefOid: string;
  /** With its owner; null of one that is gone. */
  headRepository: string | null;
  labels?: string[];
  milestone?: number;
  mergedAt?: string;
  autoMerge?: boolean;
  /** Logins. */
  requestedReviewers?: string[];
  requestedTeams?: string[];
  reviews?: { author: string; body: string }[];
}

export interface Release {
  tagName: string;
  databaseId: number;
  description: string;
  oid?: string;
  assets?: { name: string }[];
}
