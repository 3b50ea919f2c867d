import { type GraphQLSchema, isScalarType, isSpecifiedScalarType } from 'graphql';
import { DEFAULT_CONVENTIONS } from '../conventions/defaultConventions.ts';
import type { Draft } from './Draft.ts';
import type { Proposal } from './Proposal.ts';
import { ShapeLibrary } from './ShapeLibrary.ts';
import { assignRoutes } from './assignRoutes.ts';
import { draftMutation } from './draftMutation.ts';
import { type DraftContext, draftQuery } from './draftQuery.ts';
import { choosePageDefaults, pageConventions } from './pageConventions.ts';
import { scalarOf } from './scalarOf.ts';
import { Nouns } from './schema/Nouns.ts';
import type { Field } from './schema/fields.ts';
import { writeEndpoint } from './writeEndpoint.ts';

export interface ProposeOptions {
  /** Whether a root field, such as `Query.user`, is to be proposed; without it all are. */
  isChosen?(coordinate: string): boolean;
}

/** A first REST API over a schema: an endpoint for each root query and mutation field that has a natural one. */
export function proposeApi(schema: GraphQLSchema, { isChosen = () => true }: ProposeOptions = {}): Proposal {
  const shapes = new ShapeLibrary(schema);
  const context: DraftContext = {
    schema,
    nouns: new Nouns(schema),
    shapes,
    pageParameters: new Set(Object.values(DEFAULT_CONVENTIONS.page.parameters)),
  };
  const skipped: { coordinate: string; reason: string }[] = [];
  const drafts: Draft[] = [];
  for (const { coordinate, field, isMutation } of rootFields(schema)) {
    if (!isChosen(coordinate)) continue;
    const draft = refuse(field) ?? (isMutation ? draftMutation : draftQuery)(field, context);
    if ('reason' in draft) skipped.push({ coordinate, reason: draft.reason });
    else drafts.push(draft);
  }
  const { placed, left } = assignRoutes(drafts);
  for (const { draft, owner } of left) {
    const { method, path } = draft.routes[0]!;
    skipped.push({ coordinate: draft.coordinate, reason: `${method} ${path} is the endpoint of ${owner}.` });
  }
  const pages = choosePageDefaults(placed.flatMap(({ draft }) => draft.connection ?? []));
  const items = new Map(
    placed
      .flatMap((each) => (each.draft.kind === 'item' ? [[each.draft.noun.join(' '), each] as const] : []))
      .toReversed(),
  );
  const endpoints = placed.map((each) =>
    writeEndpoint(each, {
      conventions: DEFAULT_CONVENTIONS,
      pages,
      closure: (names) => shapes.closure(names),
      findItem: (noun) => items.get(noun.join(' ')),
    }),
  );
  const used = shapes.closure(endpoints.flatMap((each) => each.shapes));
  return {
    endpoints,
    shapes: new Map(used.map(({ name, text }) => [name, text])),
    conventions: { ...scalarConventions(schema), ...pageConventions(pages) },
    skipped,
  };
}

interface RootField {
  coordinate: string;
  field: Field;
  isMutation: boolean;
}

function rootFields(schema: GraphQLSchema): RootField[] {
  return [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}).map((field) => ({
      coordinate: `${type!.name}.${field.name}`,
      field,
      isMutation: type === schema.getMutationType(),
    })),
  );
}

function refuse({ name, deprecationReason }: Field): { reason: string } | undefined {
  if (deprecationReason != null)
    return { reason: `It is deprecated: ${deprecationReason.replace(/\s+/g, ' ').trim()}` };
  if (name.startsWith('_'))
    return { reason: 'Its name begins with an underscore: it is for tools, such as a federation gateway.' };
  return undefined;
}

/** Of all custom scalars that conventions do not know by default. */
function scalarConventions(schema: GraphQLSchema): Record<string, unknown> {
  const scalars = Object.values(schema.getTypeMap()).flatMap((type) =>
    isScalarType(type) &&
    !isSpecifiedScalarType(type) &&
    type.name !== 'Upload' &&
    !type.name.startsWith('_') &&
    !Object.hasOwn(DEFAULT_CONVENTIONS.scalars, type.name)
      ? [[type.name, scalarOf(type)] as const]
      : [],
  );
  return scalars.length > 0 ? { scalars: Object.fromEntries(scalars) } : {};
}
