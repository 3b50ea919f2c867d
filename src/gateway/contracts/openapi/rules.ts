// Which differences break a client, whom, and how to mend them. The principle: requests may only be taken more widely,
// answers may only be given more narrowly; the one exception is that answers may gain properties, headers and statuses.
import type { Difference, Member, Subject, Use } from './Difference.ts';
import { type Ways, shutsOut } from '../ways.ts';

/** Why a difference must not be: who is broken by it, and what would mend it without a new version. */
interface Harm {
  whom: string;
  mend: string;
}

/** Judges one difference; undefined: it breaks nobody. */
export type Rule = (difference: Difference) => Harm | undefined;

const GONE: Readonly<Record<Use, Harm>> = {
  request: { whom: 'clients that send it', mend: 'Put it back' },
  answer: { whom: 'clients that read it', mend: 'Put it back' },
  error: { whom: 'clients that read it', mend: 'Put it back' },
};
/** What ends is deprecated with a date, and taken away when that has come. */
const ENDED = 'Put it back, and give it a `sunset` after which it can go';
const NEWLY_REQUIRED: Harm = { whom: 'clients that leave it out', mend: 'Make it optional' };
const NARROWED: Harm = { whom: 'clients that send what is refused now', mend: 'Take what was taken before' };
const WIDENED: Harm = { whom: 'clients that count on what was promised', mend: 'Keep to what was promised' };

/** The rule of every subject. */
export const RULES: Readonly<Record<Subject, Rule>> = {
  server: () => ({ whom: 'every client', mend: 'Serve it where it was' }),
  endpoint: ({ after }) => (after ? undefined : { whom: 'clients that call it', mend: ENDED }),
  // Nothing on the wire, but the name of a method in every client that is generated from the document.
  operationId: () => ({ whom: 'clients generated from the document', mend: 'Give it its name back' }),
  security: shut('callers who were let in without it'),
  scopes: shut('callers whose tokens lack the scope'),
  parameter: arrival,
  serialisation: () => ({ whom: 'clients that send it', mend: 'Take it as it was written' }),
  body: arrival,
  mediaType: removal,
  status: ({ after, use }) => (after === undefined ? { ...GONE[use], whom: 'clients that handle it' } : undefined),
  header: removal,
  required: ({ after, use }) => {
    if (use === 'request') return after ? NEWLY_REQUIRED : undefined;
    return after ? undefined : { whom: 'clients that count on it', mend: 'Always send it' };
  },
  type: ({ before, after, use }) => (use === 'request' ? narrows(before, after) : widens(before, after)),
  null: ({ after, use }) => {
    if (use === 'request') return after ? undefined : { whom: 'clients that send null', mend: 'Take null as before' };
    return after ? { whom: 'clients that count on a value', mend: 'Always send a value' } : undefined;
  },
  // A client compiled against the document does not compile any more when the choice it reads gains a member.
  form: ({ after, use }) => {
    if (after === undefined) return GONE[use];
    return use === 'request' ? undefined : WIDENED;
  },
  property: arrival,
  furtherProperties: ({ before, after, use }) => {
    if (use === 'request') return before === false || after === true ? undefined : NARROWED;
    return typeof before === 'object' ? WIDENED : undefined;
  },
  // A further value breaks clients that were compiled against the list. Errors are known by their status; their codes may grow.
  enum: ({ before, after, use }) => {
    if (use === 'request') return isWithin(before, after) ? undefined : NARROWED;
    return use === 'error' || isWithin(after, before) ? undefined : WIDENED;
  },
  default: ({ use }) =>
    use === 'request' ? { whom: 'clients that leave it out', mend: 'Keep the default' } : undefined,
  lowerBound: bound((one, other) => one < other),
  upperBound: bound((one, other) => one > other),
  // A pattern or a format has no order: one that is other is both narrower and wider.
  constraint: ({ before, after, use }) => {
    if (use === 'request') return after === undefined ? undefined : NARROWED;
    return before === undefined ? undefined : WIDENED;
  },
};

function removal({ after, use }: Difference): Harm | undefined {
  return after === undefined ? GONE[use] : undefined;
}

function arrival(difference: Difference): Harm | undefined {
  const { after, use } = difference;
  if (after === undefined) return removal(difference);
  return use === 'request' && (after as Member).required ? NEWLY_REQUIRED : undefined;
}

function shut(whom: string): Rule {
  return ({ before, after }) =>
    shutsOut(before as Ways, after as Ways) ? { whom, mend: 'Ask for no more than before' } : undefined;
}

/** A bound holds back more when it is nearer to the middle; `isLooser` compares two of its numbers. */
function bound(isLooser: (one: number, other: number) => boolean): Rule {
  return ({ before, after, use }) => {
    const [held, holds] = use === 'request' ? [before, after] : [after, before];
    if (holds === undefined) return undefined;
    if (held !== undefined && !isLooser(held as number, holds as number)) return undefined;
    return use === 'request' ? NARROWED : WIDENED;
  };
}

function narrows(before: unknown, after: unknown): Harm | undefined {
  return isPartOf(before, after) ? undefined : NARROWED;
}

function widens(before: unknown, after: unknown): Harm | undefined {
  return isPartOf(after, before) ? undefined : WIDENED;
}

function isPartOf(type: unknown, wider: unknown): boolean {
  return wider === undefined || (type === 'integer' && wider === 'number');
}

/** Whether a list of values allows nothing that the other does not; no list allows everything. */
function isWithin(list: unknown, wider: unknown): boolean {
  if (!Array.isArray(wider)) return true;
  return Array.isArray(list) && list.every((value) => wider.includes(value));
}
