// The root value of the stub, for graphql-js, over a file of data. What a record of the file lacks, it gets here, so that the file
// says what is particular. Errors are those of GitHub: the field is null, and the error has a `type` beside its message.
import { GraphQLError } from 'graphql';
import { type Slice, connect, count } from './connect.ts';
import { type Account, type Data, type Issue, type Label, type Repository, now } from './Data.ts';

const SITE = 'https://github.com';
/** The texts of a body in Markdown, without its markup. */
const toTexts = (body: string) => ({ bodyHTML: `<p>${body}</p>`, bodyText: body });

/** The caller of mutations. */
const VIEWER = 'octokit-fixture-user-a';

/** Creates a root value with a copy of the data, which mutations change. */
export function createRoot(data: Data) {
  const accounts = new Map(data.accounts.map((each) => [each.login, each]));
  const repositories = new Map(data.repositories.map((each) => [`${each.owner}/${each.name}`, each]));

  function toAccount(login: string | null) {
    const account = login === null ? undefined : accounts.get(login);
    if (!account) return null;
    return {
      avatarUrl: `https://avatars.githubusercontent.com/u/${account.databaseId}?v=4`,
      createdAt: now,
      email: '',
      id: `A_${account.login}`,
      isHireable: false,
      isSiteAdmin: false,
      isVerified: false,
      membersCanForkPrivateRepositories: false,
      requiresTwoFactorAuthentication: false,
      resourcePath: `/${account.login}`,
      updatedAt: now,
      url: `${SITE}/${account.login}`,
      userViewType: 'PUBLIC',
      webCommitSignoffRequired: false,
      ...account,
      followers: (slice: Slice) => connect(account.followers ?? [], slice, toAccount),
      following: count(0),
      gists: count(0),
      repositories: ({ privacy }: { privacy?: string }) =>
        count(privacy === 'PUBLIC' ? publicRepositories(account) : 0),
      teams: (slice: Slice) => connect(account.teams ?? [], slice, ({ slug }) => toTeam(account, slug)),
    };
  }

  function publicRepositories({ login, publicRepositories: known }: Account): number {
    return known ?? data.repositories.filter(({ owner }) => owner === login).length;
  }

  function toTeam(organization: Account, slug: string | undefined): object | null {
    const team = organization.teams?.find((each) => each.slug === slug);
    if (!team) return null;
    return {
      __typename: 'Team',
      id: `T_${team.slug}`,
      notificationSetting: 'NOTIFICATIONS_ENABLED',
      organization: () => toAccount(organization.login),
      url: `${SITE}/orgs/${organization.login}/teams/${team.slug}`,
      ...team,
      parentTeam: () => toTeam(organization, team.parent),
    };
  }

  function toLicense(key: string | undefined) {
    const license = data.licenses.find((each) => each.key === key);
    if (!license) return null;
    const rules = (keys: string[]) => keys.map((rule) => ({ key: rule, label: rule, description: rule }));
    return {
      ...license,
      id: `LI_${license.key}`,
      permissions: rules(license.permissions),
      conditions: rules(license.conditions),
      limitations: rules(license.limitations),
    };
  }

  function toRepository(repository: Repository) {
    const { owner, name, issues = [], labels = [], milestones = [], commits = [], releases = [] } = repository;
    const path = `/${owner}/${name}`;
    const itself = (): object => toRepository(repository);

    const toReactions = (reactions: Record<string, number> = {}) => ({
      reactions: ({ content }: { content?: string }) =>
        count(content ? (reactions[content] ?? 0) : Object.values(reactions).reduce((sum, each) => sum + each, 0)),
    });

    const toLabel = (label: Label) => ({
      description: null,
      id: labelId(repository, label),
      isDefault: false,
      resourcePath: `${path}/labels/${encodeURIComponent(label.name)}`,
      ...label,
    });
    const labelsOf = (names: readonly string[] = []) => {
      return { nodes: labels.filter((label) => names.includes(label.name)).map(toLabel) };
    };

    const toMilestone = (number: number | undefined) => {
      const milestone = milestones.find((each) => each.number === number);
      if (!milestone) return null;
      const ofIt = issues.filter((issue) => issue.milestone === number);
      return {
        id: `MI_${owner}/${name}/${number}`,
        state: 'OPEN',
        updatedAt: milestone.createdAt,
        url: `${SITE}${path}/milestone/${number}`,
        ...milestone,
        creator: toAccount(milestone.creator),
        issues: ({ states }: { states: string[] }) =>
          count(ofIt.filter(({ state = 'OPEN' }) => states.includes(state)).length),
        repository: itself,
      };
    };

    const toComment = (issue: Issue, index: number) => {
      const comment = commentsOf(issue)[index]!;
      const fullDatabaseId = 5_000_000_000 + issue.number * 1000 + index + 1;
      return {
        authorAssociation: 'MEMBER',
        createdAt: now,
        fullDatabaseId: String(fullDatabaseId),
        id: `IC_${owner}/${name}/${fullDatabaseId}`,
        updatedAt: comment.createdAt ?? now,
        url: `${SITE}${path}/issues/${issue.number}#issuecomment-${fullDatabaseId}`,
        ...comment,
        ...toTexts(comment.body),
        ...toReactions(comment.reactions),
        author: toAccount(comment.author === undefined ? VIEWER : comment.author),
        issue: () => toIssue(issue),
        repository: itself,
      };
    };

    const toIssue = (issue: Issue): object => ({
      __typename: 'Issue',
      authorAssociation: 'MEMBER',
      body: '',
      createdAt: now,
      fullDatabaseId: String(4_000_000_000 + issue.number),
      id: issueId(repository, issue),
      locked: false,
      resourcePath: `${path}/issues/${issue.number}`,
      state: 'OPEN',
      subIssuesSummary: subIssuesOf(repository, issue),
      updatedAt: issue.createdAt ?? now,
      url: `${SITE}${path}/issues/${issue.number}`,
      ...issue,
      ...toTexts(issue.body ?? ''),
      ...toReactions(issue.reactions),
      assignees: { nodes: (issue.assignees ?? []).map(toAccount) },
      author: toAccount(issue.author === undefined ? VIEWER : issue.author),
      comments: (slice: Slice) =>
        typeof issue.comments === 'number'
          ? count(issue.comments)
          : connect([...commentsOf(issue).keys()], slice, (index) => toComment(issue, index)),
      labels: labelsOf(issue.labels),
      milestone: toMilestone(issue.milestone),
      parent: () => {
        const parent = issues.find(({ number }) => number === issue.parent);
        return parent ? toIssue(parent) : null;
      },
      repository: itself,
    });

    const toCommit = (oid: string | undefined) => {
      const commit = commits.find((each) => each.oid === oid);
      if (!commit) return null;
      const actor = { name: 'The Octocat', email: 'octocat@github.com', date: now, user: () => toAccount('octocat') };
      return {
        __typename: 'Commit',
        id: `C_${commit.oid}`,
        message: commit.message,
        oid: commit.oid,
        url: `${SITE}${path}/commit/${commit.oid}`,
        author: actor,
        committer: actor,
        comments: count(0),
        history: (slice: Slice) => connect(commits, slice, (each) => toCommit(each.oid)),
        parents: () => ({ nodes: commit.parents.map(toCommit) }),
        repository: itself,
        signature: commit.isSigned
          ? {
              __typename: 'GpgSignature',
              isValid: true,
              state: 'VALID',
              payload: 'tree …',
              signature: '-----BEGIN PGP SIGNATURE-----',
              verifiedAt: now,
            }
          : null,
        tree: { oid: `${commit.oid.slice(1)}0`, repository: itself },
      };
    };

    const toRef = (qualifiedName: string) => {
      const branch = qualifiedName.replace(/^refs\/heads\//, '');
      if (branch !== (repository.defaultBranch ?? 'main')) return null;
      return { id: `REF_${branch}`, name: branch, repository: itself, target: () => toCommit(commits[0]?.oid) };
    };

    return {
      allowUpdateBranch: false,
      autoMergeAllowed: false,
      createdAt: now,
      deleteBranchOnMerge: false,
      description: null,
      diskUsage: 0,
      forkCount: 0,
      forkingAllowed: true,
      hasDiscussionsEnabled: false,
      hasIssuesEnabled: true,
      hasProjectsEnabled: true,
      hasWikiEnabled: true,
      id: `R_${owner}/${name}`,
      isArchived: false,
      isDisabled: false,
      isPrivate: false,
      isTemplate: false,
      mergeCommitAllowed: true,
      mergeCommitMessage: 'PR_TITLE',
      mergeCommitTitle: 'MERGE_MESSAGE',
      nameWithOwner: `${owner}/${name}`,
      pushedAt: now,
      rebaseMergeAllowed: true,
      resourcePath: path,
      squashMergeAllowed: true,
      squashMergeCommitMessage: 'COMMIT_MESSAGES',
      squashMergeCommitTitle: 'COMMIT_OR_PR_TITLE',
      squashPrTitleUsedAsDefault: false,
      stargazerCount: 0,
      tempCloneToken: '',
      updatedAt: now,
      url: `${SITE}${path}`,
      visibility: 'PUBLIC',
      webCommitSignoffRequired: false,
      ...repository,
      defaultBranchRef: () => toRef(repository.defaultBranch ?? 'main'),
      isFork: repository.parent !== undefined,
      issue({ number }: { number: number }) {
        const issue = issues.find((each) => each.number === number);
        if (!issue) throw createError('NOT_FOUND', `Could not resolve to an Issue with the number of ${number}.`);
        return toIssue(issue);
      },
      issues({ states, labels: names, filterBy, orderBy, ...slice }: IssuesArgs) {
        const found = issues.filter(
          ({ state = 'OPEN', labels: own = [], author = VIEWER }) =>
            (!states || states.includes(state)) &&
            (names ?? []).every((each) => own.includes(each)) &&
            (filterBy?.createdBy == null || author === filterBy.createdBy),
        );
        const all = connect(sort(found, orderBy), slice, toIssue);
        return { ...all, totalCount: repository.openIssues ?? found.length };
      },
      label({ name: wanted }: { name: string }) {
        const label = labels.find((each) => each.name === wanted);
        return label ? toLabel(label) : null;
      },
      labels: (slice: Slice) => connect(labels, slice, toLabel),
      licenseInfo: toLicense(repository.license),
      milestones: ({ states, ...slice }: IssuesArgs) =>
        connect(
          milestones.filter(({ state = 'OPEN' }) => !states || states.includes(state)),
          slice,
          ({ number }) => toMilestone(number),
        ),
      owner: toAccount(owner),
      parent: (): object | null => find(repository.parent),
      primaryLanguage: repository.primaryLanguage === undefined ? null : { name: repository.primaryLanguage },
      pullRequest({ number }: { number: number }) {
        const found = repository.pullRequests?.find((each) => each.number === number);
        return found ? toPullRequest(found) : null;
      },
      pullRequests({ states, orderBy, ...slice }: IssuesArgs) {
        const found = (repository.pullRequests ?? []).filter(({ state = 'OPEN' }) => !states || states.includes(state));
        return connect(sort(found, orderBy), slice, toPullRequest);
      },
      ref: ({ qualifiedName }: { qualifiedName: string }) => toRef(qualifiedName),
      release: ({ tagName }: { tagName: string }) => toRelease(tagName),
      releases: (slice: Slice) => connect(releases, slice, ({ tagName }) => toRelease(tagName)),
      repositoryTopics: { nodes: (repository.topics ?? []).map((topic) => ({ topic: { name: topic } })) },
      watchers: count(repository.watchers ?? 0),
    };

    function toPullRequest(pull: NonNullable<Repository['pullRequests']>[number]): object {
      const headRepository = repositories.get(pull.headRepository ?? '');
      const merged = commits[0];
      return {
        __typename: 'PullRequest',
        authorAssociation: 'MEMBER',
        baseRefName: 'main',
        baseRefOid: '6dcb09b5b57875f334f61aebed695e2e4193db5e',
        body: '',
        fullDatabaseId: String(6_000_000_000 + pull.number),
        id: `PR_${owner}/${name}/${pull.number}`,
        isDraft: false,
        locked: false,
        state: 'OPEN',
        updatedAt: pull.createdAt,
        url: `${SITE}${path}/pull/${pull.number}`,
        ...pull,
        assignees: { nodes: [] },
        author: toAccount('octocat'),
        autoMergeRequest: pull.autoMerge
          ? {
              enabledBy: toAccount('octocat'),
              mergeMethod: 'SQUASH',
              commitHeadline: pull.title,
              commitBody: pull.body,
            }
          : null,
        baseRepository: itself,
        headRepository: headRepository ? toRepository(headRepository) : null,
        headRepositoryOwner: headRepository ? toAccount(headRepository.owner) : null,
        labels: labelsOf(pull.labels),
        mergeCommit: pull.mergedAt && merged ? toCommit(merged.oid) : null,
        milestone: toMilestone(pull.milestone),
        repository: itself,
        reviewRequests: {
          nodes: [
            ...(pull.requestedReviewers ?? []).map(toAccount),
            ...(pull.requestedTeams ?? []).map((slug) => toTeam(accounts.get('octokit-fixture-org')!, slug)),
          ].map((requestedReviewer) => ({ requestedReviewer })),
        },
        reviews: (slice: Slice) =>
          connect([...(pull.reviews ?? []).entries()], slice, ([index, review]) => ({
            authorAssociation: 'COLLABORATOR',
            fullDatabaseId: String(7_000_000_000 + index + 1),
            id: `PRR_${pull.number}_${index + 1}`,
            url: `${SITE}${path}/pull/${pull.number}#pullrequestreview-${index + 1}`,
            ...review,
            ...toTexts(review.body),
            author: toAccount(review.author),
            commit: { oid: pull.headRefOid },
            pullRequest: { number: pull.number },
          })),
      };
    }

    function toRelease(tagName: string): object | null {
      const release = releases.find((each) => each.tagName === tagName);
      if (!release) return null;
      return {
        createdAt: now,
        id: `RE_${release.databaseId}`,
        isDraft: false,
        isPrerelease: false,
        publishedAt: now,
        updatedAt: now,
        url: `${SITE}${path}/releases/tag/${tagName}`,
        ...release,
        descriptionHTML: `<p>${release.description}</p>`,
        mentions: count(0),
        ...toReactions(),
        author: toAccount(VIEWER),
        releaseAssets: {
          nodes: (release.assets ?? []).map((asset) => ({
            createdAt: now,
            url: `https://api.github.com/repos${path}/releases/assets/${asset.name}`,
            downloadUrl: `${SITE}${path}/releases/download/${tagName}/${asset.name}`,
            id: `RA_${asset.name}`,
            updatedAt: now,
            ...asset,
            uploadedBy: toAccount(VIEWER),
          })),
        },
        repository: itself,
        tagCommit: { oid: release.oid ?? commits[0]?.oid ?? '0'.repeat(40) },
      };
    }
  }

  function find(nameWithOwner: string | undefined) {
    const repository = repositories.get(nameWithOwner ?? '');
    return repository ? toRepository(repository) : null;
  }

  function repositoryOf(id: string | undefined): Repository {
    const found = data.repositories.find(({ owner, name }) => id === `R_${owner}/${name}`);
    if (!found) throw createError('NOT_FOUND', `Could not resolve to a node with the global id of '${id}'`);
    return found;
  }

  function issueOf(id: string | undefined): [Repository, Issue] {
    for (const repository of data.repositories) {
      const issue = repository.issues?.find((each) => issueId(repository, each) === id);
      if (issue) return [repository, issue];
    }
    throw createError('NOT_FOUND', `Could not resolve to a node with the global id of '${id}'`);
  }

  function labelOf(id: string | undefined): [Repository, Label] {
    for (const repository of data.repositories) {
      const label = repository.labels?.find((each) => labelId(repository, each) === id);
      if (label) return [repository, label];
    }
    throw createError('NOT_FOUND', `Could not resolve to a node with the global id of '${id}'`);
  }

  // As the schema reaches them, so that a mutation answers what the next query does.
  const readIssue = (repository: Repository, issue: Issue) => toRepository(repository).issue(issue);
  const readLabel = (repository: Repository, label: Label) => toRepository(repository).label(label);

  return {
    license: ({ key }: { key: string }) => toLicense(key),
    organization({ login }: { login: string }) {
      if (accounts.get(login)?.__typename === 'Organization') return toAccount(login);
      throw createError('NOT_FOUND', `Could not resolve to an Organization with the login of '${login}'.`);
    },
    rateLimit: { limit: 5000, remaining: 4999, used: 1, cost: 1, nodeCount: 0, resetAt: '2026-11-25T12:00:00Z' },
    repository({ owner, name }: { owner: string; name: string }) {
      const found = find(`${owner}/${name}`);
      if (found) return found;
      throw createError('NOT_FOUND', `Could not resolve to a Repository with the name '${owner}/${name}'.`);
    },
    search({ query, ...slice }: Slice & { query: string }) {
      const words = query.split(' ').filter((word) => !word.includes(':'));
      const [, wanted] = /repo:(\S+)/.exec(query) ?? [];
      const found = data.repositories.flatMap((repository) => {
        if (wanted !== undefined && wanted !== `${repository.owner}/${repository.name}`) return [];
        return (repository.issues ?? [])
          .filter(({ title, body }) => words.every((word) => `${title} ${body}`.toLowerCase().includes(word)))
          .map((issue) => [repository, issue] as const);
      });
      const page = connect(found.toReversed(), slice, ([repository, issue]) => readIssue(repository, issue));
      return { ...page, issueCount: found.length };
    },
    user({ login }: { login: string }) {
      if (accounts.get(login)?.__typename === 'User') return toAccount(login);
      throw createError('NOT_FOUND', `Could not resolve to a User with the login of '${login}'.`);
    },

    addComment({ input: { subjectId, body } }: { input: Record<string, string> }) {
      const [repository, issue] = issueOf(subjectId);
      if (issue.locked) throw createError('FORBIDDEN', 'Unable to create comment because issue is locked.');
      const comments = [...commentsOf(issue), { body: body!, createdAt: now }];
      issue.comments = comments;
      const all = readIssue(repository, issue) as { comments(slice: Slice): { nodes: { id: string }[] } };
      const node = all.comments({}).nodes.at(-1)!;
      return { commentEdge: { cursor: node.id, node } };
    },
    createIssue({ input: { repositoryId, title, body } }: { input: Record<string, string | undefined> }) {
      const repository = repositoryOf(repositoryId);
      if (!title?.trim()) throw createError('UNPROCESSABLE', "Title can't be blank");
      repository.issues ??= [];
      const number = repository.issues.length + 1;
      const { firstIssueId } = repository;
      const issue: Issue = {
        number,
        title,
        body: body ?? '',
        ...(number === 1 && firstIssueId && { fullDatabaseId: firstIssueId }),
      };
      repository.issues.push(issue);
      return { issue: readIssue(repository, issue) };
    },
    updateIssue({ input: { id, ...changes } }: { input: { id: string } & Partial<Issue> }) {
      const [repository, issue] = issueOf(id);
      Object.assign(issue, changes, changes.state === 'CLOSED' && { closedAt: now, stateReason: 'COMPLETED' });
      return { issue: readIssue(repository, issue) };
    },
    lockLockable({ input: { lockableId, lockReason } }: { input: Record<string, string> }) {
      Object.assign(issueOf(lockableId)[1], { locked: true, activeLockReason: lockReason ?? null });
      return {};
    },
    unlockLockable({ input: { lockableId } }: { input: Record<string, string> }) {
      Object.assign(issueOf(lockableId)[1], { locked: false, activeLockReason: null });
      return {};
    },
    createLabel({ input: { repositoryId, name, color, description } }: { input: Record<string, string> }) {
      const repository = repositoryOf(repositoryId);
      repository.labels ??= [];
      if (repository.labels.some((each) => each.name === name)) {
        throw createError('UNPROCESSABLE', 'Name has already been taken');
      }
      const label = { name: name!, color: color!, description: description ?? null };
      repository.labels.push(label);
      return { label: readLabel(repository, label) };
    },
    updateLabel({ input: { id, ...changes } }: { input: { id: string } & Partial<Label> }) {
      const [repository, label] = labelOf(id);
      Object.assign(label, changes);
      return { label: readLabel(repository, label) };
    },
    deleteLabel({ input: { id } }: { input: Record<string, string> }) {
      const [repository, label] = labelOf(id);
      repository.labels!.splice(repository.labels!.indexOf(label), 1);
      return {};
    },
  };
}

interface IssuesArgs extends Slice {
  states?: readonly string[] | null;
  labels?: readonly string[] | null;
  filterBy?: { createdBy?: string | null } | null;
  orderBy?: { field: string; direction: 'ASC' | 'DESC' } | null;
}

function commentsOf({ comments }: Issue) {
  return typeof comments === 'object' ? comments : [];
}

function issueId({ owner, name }: Repository, { number }: Issue): string {
  return `I_${owner}/${name}/${number}`;
}

function labelId({ owner, name }: Repository, label: Label): string {
  return `L_${owner}/${name}/${label.name}`;
}

function subIssuesOf({ issues = [] }: Repository, { number }: Issue) {
  const below = issues.filter(({ parent }) => parent === number);
  const completed = below.filter(({ state }) => state === 'CLOSED').length;
  return { total: below.length, completed, percentCompleted: below.length && (100 * completed) / below.length };
}

interface Sortable {
  number: number;
  createdAt?: string;
  comments?: Issue['comments'];
}

function sort<Item extends Sortable>(items: readonly Item[], orderBy: IssuesArgs['orderBy']): readonly Item[] {
  if (!orderBy) return items;
  const keyOf = ({ createdAt = now, comments }: Item) =>
    orderBy.field === 'COMMENTS' ? String(typeof comments === 'object' ? comments.length : 0) : createdAt;
  const sign = orderBy.direction === 'ASC' ? 1 : -1;
  return items.toSorted((one, other) => sign * (keyOf(one).localeCompare(keyOf(other)) || one.number - other.number));
}

function createError(type: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { type } });
}
