import type { GraphQLSchema } from 'graphql';
import { DEFAULT_CONVENTIONS } from '../../gateway/plan/conventions/defaultConventions.ts';
import type { Draft, DraftContext } from './Draft.ts';
import type { Proposal } from './Proposal.ts';
import { ShapeLibrary } from './ShapeLibrary.ts';
import { assignRoutes } from './assignRoutes.ts';
import { draftField, draftNested, findNested, rootFields, unreadLists } from './draftField.ts';
import { choosePageDefaults, pageConventions, knownScalars, scalarConventions } from './proposeConventions.ts';
import { Nouns } from './schema/Nouns.ts';
import type { Field } from './schema/fields.ts';
import { writeEndpoint } from './writeEndpoint.ts';

/** The default body, and the code: messages are for people. */
const ERROR_BODY = { ...(DEFAULT_CONVENTIONS.errors.body as object), code: '{code}' };

interface ProposeOptions {
  /** Whether a root field, such as `Query.user`, is to be proposed; without it all are. */
  isChosen?(coordinate: string): boolean;
  /** Fields of objects, such as `User.posts`, that are to be proposed; without it those lists that no root query reads. */
  nested?: readonly string[];
}

/** A first REST API over a schema: an endpoint for each root query and mutation field that has a natural one. */
export function proposeApi(schema: GraphQLSchema, { isChosen = () => true, nested }: ProposeOptions = {}): Proposal {
  const shapes = new ShapeLibrary(schema);
  const context: DraftContext = {
    schema,
    nouns: new Nouns(schema),
    shapes,
    pageParameters: new Set(Object.values(DEFAULT_CONVENTIONS.page.parameters)),
    takesAnyKey: nested !== undefined,
  };
  const skipped: { coordinate: string; reason: string }[] = [];
  const drafts: Draft[] = [];
  for (const root of rootFields(schema)) {
    const { coordinate, field } = root;
    if (!isChosen(coordinate)) continue;
    const draft = refuse(field) ?? draftField(root, context);
    if ('reason' in draft) skipped.push({ coordinate, reason: draft.reason });
    else drafts.push(draft);
  }
  const lists = nested?.flatMap((coordinate) => findNested(schema, coordinate) ?? []) ?? unreadLists(schema);
  for (const list of lists) {
    if (!isChosen(list.coordinate)) continue;
    const draft = draftNested(list, context);
    if (!('reason' in draft)) drafts.push(draft);
    else if (nested) skipped.push({ coordinate: list.coordinate, reason: draft.reason });
  }
  const { placed, left } = assignRoutes(drafts);
  for (const { draft, owner } of left) {
    // A root field with the route of a list in an object reads the same.
    if (!nested && lists.some(({ coordinate }) => coordinate === draft.coordinate)) continue;
    const { method, path } = draft.routes[0]!;
    skipped.push({ coordinate: draft.coordinate, reason: `${method} ${path} is the endpoint of ${owner}.` });
  }
  const pages = choosePageDefaults(placed.flatMap(({ draft }) => draft.connection ?? []));
  const items = placed
    .filter(({ draft, route }) => draft.kind === 'item' && route === draft.routes[0])
    .toSorted((a, b) => a.draft.rank - b.draft.rank);
  const endpoints = placed.map((placement) =>
    writeEndpoint(placement, {
      conventions: DEFAULT_CONVENTIONS,
      pages,
      shapes,
      findItem: (type) => items.find(({ draft }) => draft.entity === type)?.route.path,
    }),
  );
  const used = shapes.closure(endpoints.flatMap((endpoint) => endpoint.shapes));
  const texts = [...endpoints.map(({ text }) => text), ...used.values()];
  return {
    endpoints,
    shapes: used,
    conventions: {
      errors: { body: ERROR_BODY },
      ...scalarConventions(schema, texts, knownScalars(DEFAULT_CONVENTIONS.scalars)),
      ...pageConventions(pages),
    },
    skipped,
  };
}

/** Why a field is left out without a look at its type. */
function refuse({ name, description, deprecationReason }: Field): { reason: string } | undefined {
  if (deprecationReason != null)
    return { reason: `It is deprecated: ${deprecationReason.replace(/\s+/g, ' ').trim()}` };
  const marker = (MARKER.exec(description ?? '') ?? UPPERCASE_MARKER.exec(description ?? ''))?.[1];
  if (marker !== undefined) return { reason: `Its description begins with "${marker}".` };
  if (name.startsWith('_')) {
    return { reason: 'Its name begins with an underscore: it is for tools, such as a federation gateway.' };
  }
  return undefined;
}

/** [INTERNAL], (deprecated), @internal and Deprecated:, but not "Internal users". */
const MARKER =
  /^\s*(\[(?:internal|deprecated)\b[^\]]*\]|\((?:internal|deprecated)\)|@(?:internal|deprecated)\b|(?:internal|deprecated)(?=[.:!]))/i;
const UPPERCASE_MARKER = /^\s*(INTERNAL|DEPRECATED)\b/;
