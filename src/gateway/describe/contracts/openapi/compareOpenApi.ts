// Compares two revisions of one OpenAPI document and finds what breaks clients of the first. An optional addition breaks
// nobody; a difference that cannot be judged counts as breaking. Requests may only be accepted more widely, and responses only become
// narrower, except that they may gain properties, headers and statuses of errors.
import type { Schema } from '../../openapi/Schema.ts';
import { writeJson } from '../../../http/losslessJson.ts';
import type { BreakingChange } from '../Break.ts';
import { type ClientUse, mergeClients } from '../clientUses.ts';
import { type SecurityAlternatives, narrowsAccess } from '../SecurityAlternatives.ts';
import type { Difference, Member, Subject } from './Difference.ts';
import { includesValue, isAtLeast } from './compareValues.ts';
import { describeDifference } from './describeDifference.ts';
import { findDifferences } from './findDifferences.ts';

/** What is known of a contract beside its documents. */
interface ContractFacts {
  /** Whether an endpoint may be removed. */
  hasEnded(endpoint: string): boolean;
  /** The clients that still use what a difference removes. */
  findClients(difference: Difference): ClientUse[];
}

const NO_FACTS: ContractFacts = { hasEnded: () => false, findClients: () => [] };

/**
 * Every change that breaks clients, but for those of endpoints that have ended and that no client uses any more; a change of several
 * endpoints is one.
 */
export function compareOpenApi(before: Schema, after: Schema, { hasEnded, findClients } = NO_FACTS): BreakingChange[] {
  const changes = new Map<string, BreakingChange & { endpoints: string[] }>();
  const differences = findDifferences(before, after);
  for (const difference of differences) {
    if (isOtherStatus(difference, differences, after)) continue;
    const impact = impactOf(difference);
    const { endpoint } = difference;
    if (!impact) continue;
    const clients = findClients(difference);
    if (hasEnded(endpoint) && clients.length === 0) continue;
    const hint = hasEnded(endpoint) ? 'Keep it until these clients no longer use it' : impact.hint;
    const description = describeDifference(difference);
    const key = `${description} ${impact.affected}`;
    const change = changes.get(key) ?? { change: description, ...impact, hint, endpoints: [] };
    if (endpoint !== '' && !change.endpoints.includes(endpoint)) change.endpoints.push(endpoint);
    if (clients.length > 0) change.clients = mergeClients([...(change.clients ?? []), ...clients]);
    changes.set(key, change);
  }
  return [...changes.values()];
}

/** Whether an added status takes the place of one that is removed, or can be that of another version in a document of several. */
function isOtherStatus({ subject, before, endpoint }: Difference, all: readonly Difference[], after: Schema): boolean {
  if (subject !== 'status' || before !== undefined) return false;
  const isReplaced = all.some(
    (each) => each.subject === subject && each.endpoint === endpoint && !each.after && each.use === 'response',
  );
  const types = isReplaced ? [] : writeJson(after).matchAll(/\.v(\d+)\+json"/g);
  return isReplaced || new Set(Array.from(types, ([, version]) => version)).size > 1;
}

/** Whom a difference breaks, and a fix; undefined if nobody. */
export function impactOf(difference: Difference): Impact | undefined {
  return RULES[difference.subject](difference);
}

interface Impact {
  affected: string;
  hint: string;
}

type Rule = (difference: Difference) => Impact | undefined;

const NEWLY_REQUIRED: Impact = { affected: 'clients that do not send it', hint: 'Make it optional' };
const NARROWED: Impact = { affected: 'clients that send other values', hint: 'Accept the same values as before' };
const WIDENED: Impact = {
  affected: 'clients that rely on the published schema',
  hint: 'Return only values of the published schema',
};

const RULES: Readonly<Record<Subject, Rule>> = {
  server: () => ({ affected: 'every client', hint: 'Serve the paths at the previous URL' }),
  accepts: ({ before }) =>
    before === undefined ? undefined : { affected: 'clients that accept it', hint: 'Restore it' },
  endpoint: ({ after }) =>
    after ? undefined : { affected: 'clients that call it', hint: 'Keep it until the date of a published `sunset`' },
  // Not on the wire, but it is the name of a method in every generated client.
  operationId: () => ({ affected: 'clients generated from the document', hint: 'Restore its name' }),
  tool: ({ after }) =>
    after ? undefined : { affected: 'agents that call it', hint: 'Restore it in `tools` of conventions.json' },
  security: narrowedAccess('callers that were authorized without it'),
  scopes: narrowedAccess('callers whose tokens lack the scope'),
  parameter: membership,
  serialization: () => ({ affected: 'clients that send it', hint: 'Restore the previous serialization' }),
  body: membership,
  mediaType: removal,
  stream: () => ({ affected: 'clients that accept it', hint: 'Restore it' }),
  status: ({ name, after, use }) => {
    // It announces an end: no client relies on it.
    if (use === 'error' && name === '410') return undefined;
    if (after === undefined) return { affected: 'clients that handle it', hint: 'Restore it' };
    // A client that sends no condition never gets a 304.
    if (use === 'error' || name === '304') return undefined;
    return { affected: 'clients that know only the others', hint: 'Respond with the others alone' };
  },
  header: removal,
  required: ({ after, use }) => {
    if (use === 'request') return after ? NEWLY_REQUIRED : undefined;
    return after ? undefined : { affected: 'clients that rely on it', hint: 'Always send it' };
  },
  type: values((type, wider) => wider === undefined || (type === 'integer' && wider === 'number')),
  null: ({ after, use }) => {
    if (use === 'request') return after ? undefined : { affected: 'clients that send null', hint: 'Accept null' };
    return after ? { affected: 'clients that rely on a value', hint: 'Always send a value' } : undefined;
  },
  // Null was data before, and is a failure as well now.
  catch: ({ after }) =>
    after ? { affected: 'clients that rely on a value', hint: 'Remove @catch, so that the request fails' } : undefined,
  // A client that was compiled against the document does not compile any more when a union that it reads gains a variant.
  variant: (difference) => removal(difference) ?? (difference.use === 'request' ? undefined : WIDENED),
  property: membership,
  // A new value breaks clients that were compiled against the list. Errors are known by their status; their codes may grow.
  enum: (difference) => (difference.use === 'error' ? undefined : listedValues(difference)),
  default: ({ use }) =>
    use === 'request' ? { affected: 'clients that do not send it', hint: 'Restore the default' } : undefined,
  lowerBound: values((limit, wider) => wider === undefined || isAtLeast(limit, wider)),
  upperBound: values((limit, wider) => wider === undefined || isAtLeast(wider, limit)),
  // A pattern or a format has no order: another one is both narrower and wider.
  constraint: values((_, wider) => wider === undefined),
};

/** Judges a keyword: a request may only accept more values, and a response only have fewer. */
function values(isWithin: (narrow: unknown, wide: unknown) => boolean): Rule {
  return ({ before, after, use }) => {
    if (use === 'request') return isWithin(before, after) ? undefined : NARROWED;
    return isWithin(after, before) ? undefined : WIDENED;
  };
}

/** No list allows everything. */
const listedValues = values(
  (list, wider) => !Array.isArray(wider) || (Array.isArray(list) && list.every((value) => includesValue(wider, value))),
);

function removal({ after, use }: Difference): Impact | undefined {
  if (after !== undefined) return undefined;
  return { affected: use === 'request' ? 'clients that send it' : 'clients that read it', hint: 'Restore it' };
}

function membership(difference: Difference): Impact | undefined {
  const { after, use } = difference;
  const isRequired = use === 'request' && (after as Member | undefined)?.required;
  return isRequired ? NEWLY_REQUIRED : removal(difference);
}

function narrowedAccess(affected: string): Rule {
  return ({ before, after }) =>
    narrowsAccess(before as SecurityAlternatives, after as SecurityAlternatives)
      ? { affected, hint: 'Require no more than before' }
      : undefined;
}
