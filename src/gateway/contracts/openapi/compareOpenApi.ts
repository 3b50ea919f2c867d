// Compares two revisions of one OpenAPI document and finds what breaks clients of the first. An optional addition breaks
// nobody; a difference that cannot be judged counts as breaking. Requests may only be accepted more widely, and responses only become
// narrower, except that they may gain properties, headers and statuses.
import type { Schema } from '../../describe/openapi/Schema.ts';
import type { BreakingChange } from '../Break.ts';
import { type SecurityAlternatives, narrowsAccess } from '../SecurityAlternatives.ts';
import type { Difference, Member, Subject, Use } from './Difference.ts';
import { describeDifference } from './describeDifference.ts';
import { findDifferences } from './findDifferences.ts';

/** Every change that breaks clients, but for those of endpoints that have ended; a change of several endpoints is one. */
export function compareOpenApi(
  before: Schema,
  after: Schema,
  hasEnded: (endpoint: string) => boolean = () => false,
): BreakingChange[] {
  const changes = new Map<string, BreakingChange & { endpoints: string[] }>();
  for (const difference of findDifferences(before, after)) {
    const impact = RULES[difference.subject](difference);
    const { endpoint } = difference;
    if (!impact || hasEnded(endpoint)) continue;
    const description = describeDifference(difference);
    const key = `${description} ${impact.affected}`;
    const change = changes.get(key) ?? { change: description, ...impact, endpoints: [] };
    if (endpoint !== '' && !change.endpoints.includes(endpoint)) change.endpoints.push(endpoint);
    changes.set(key, change);
  }
  return [...changes.values()];
}

/** The clients that a difference breaks, and a fix without a new version. */
interface Impact {
  affected: string;
  hint: string;
}

/** Judges one difference; undefined: it breaks nobody. */
type Rule = (difference: Difference) => Impact | undefined;

const REMOVED: Readonly<Record<Use, Impact>> = {
  request: { affected: 'clients that send it', hint: 'Restore it' },
  response: { affected: 'clients that read it', hint: 'Restore it' },
  error: { affected: 'clients that read it', hint: 'Restore it' },
};
const NEWLY_REQUIRED: Impact = { affected: 'clients that do not send it', hint: 'Make it optional' };
const NARROWED: Impact = { affected: 'clients that send other values', hint: 'Accept the same values as before' };
const WIDENED: Impact = {
  affected: 'clients that rely on the published schema',
  hint: 'Return only values of the published schema',
};

/** The rule of every subject. */
const RULES: Readonly<Record<Subject, Rule>> = {
  server: () => ({ affected: 'every client', hint: 'Serve the paths at the previous URL' }),
  endpoint: ({ after }) =>
    after ? undefined : { affected: 'clients that call it', hint: 'Keep it until the date of a published `sunset`' },
  // Not on the wire, but it is the name of a method in every generated client.
  operationId: () => ({ affected: 'clients generated from the document', hint: 'Restore its name' }),
  security: narrowedAccess('callers that were authorized without it'),
  scopes: narrowedAccess('callers whose tokens lack the scope'),
  parameter: membership,
  serialization: () => ({ affected: 'clients that send it', hint: 'Restore the previous serialization' }),
  body: membership,
  mediaType: removal,
  status: ({ after, use }) =>
    after === undefined ? { ...REMOVED[use], affected: 'clients that handle it' } : undefined,
  header: removal,
  required: ({ after, use }) => {
    if (use === 'request') return after ? NEWLY_REQUIRED : undefined;
    return after ? undefined : { affected: 'clients that rely on it', hint: 'Always send it' };
  },
  type: ({ before, after, use }) => (use === 'request' ? narrows(before, after) : widens(before, after)),
  null: ({ after, use }) => {
    if (use === 'request') return after ? undefined : { affected: 'clients that send null', hint: 'Accept null' };
    return after ? { affected: 'clients that rely on a value', hint: 'Always send a value' } : undefined;
  },
  // Null was data before, and is a failure as well now.
  catch: ({ after }) =>
    after ? { affected: 'clients that rely on a value', hint: 'Remove @catch, so that the request fails' } : undefined,
  // A client that was compiled against the document does not compile any more when a union that it reads gains a variant.
  variant: ({ after, use }) => {
    if (after === undefined) return REMOVED[use];
    return use === 'request' ? undefined : WIDENED;
  },
  property: membership,
  additionalProperties: ({ before, after, use }) => {
    if (use === 'request') return before === false || after === true ? undefined : NARROWED;
    return typeof before === 'object' ? WIDENED : undefined;
  },
  // A new value breaks clients that were compiled against the list. Errors are known by their status; their codes may grow.
  enum: ({ before, after, use }) => {
    if (use === 'request') return isWithin(before, after) ? undefined : NARROWED;
    return use === 'error' || isWithin(after, before) ? undefined : WIDENED;
  },
  default: ({ use }) =>
    use === 'request' ? { affected: 'clients that do not send it', hint: 'Restore the default' } : undefined,
  lowerBound: bound((one, other) => one < other),
  upperBound: bound((one, other) => one > other),
  // A pattern or a format has no order: another one is both narrower and wider.
  constraint: ({ before, after, use }) => {
    if (use === 'request') return after === undefined ? undefined : NARROWED;
    return before === undefined ? undefined : WIDENED;
  },
};

function removal({ after, use }: Difference): Impact | undefined {
  return after === undefined ? REMOVED[use] : undefined;
}

function membership(difference: Difference): Impact | undefined {
  const { after, use } = difference;
  if (after === undefined) return removal(difference);
  return use === 'request' && (after as Member).required ? NEWLY_REQUIRED : undefined;
}

function narrowedAccess(affected: string): Rule {
  return ({ before, after }) =>
    narrowsAccess(before as SecurityAlternatives, after as SecurityAlternatives)
      ? { affected, hint: 'Require no more than before' }
      : undefined;
}

/** A bound is stricter the nearer it is to the middle; `isLooser` compares two numbers. */
function bound(isLooser: (one: number, other: number) => boolean): Rule {
  return ({ before, after, use }) => {
    const [old, current] = use === 'request' ? [before, after] : [after, before];
    if (current === undefined) return undefined;
    if (old !== undefined && !isLooser(old as number, current as number)) return undefined;
    return use === 'request' ? NARROWED : WIDENED;
  };
}

function narrows(before: unknown, after: unknown): Impact | undefined {
  return isSubtype(before, after) ? undefined : NARROWED;
}

function widens(before: unknown, after: unknown): Impact | undefined {
  return isSubtype(after, before) ? undefined : WIDENED;
}

function isSubtype(type: unknown, wider: unknown): boolean {
  return wider === undefined || (type === 'integer' && wider === 'number');
}

/** Whether each value of a list is in the other one; no list allows everything. */
function isWithin(list: unknown, wider: unknown): boolean {
  if (!Array.isArray(wider)) return true;
  return Array.isArray(list) && list.every((value) => wider.includes(value));
}
