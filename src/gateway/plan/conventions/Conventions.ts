// The types of conventions with every default. `conventionsSchema` says what each of them means.
import type { KeywordMessages } from '../../base/errors/ProblemCollector.ts';
import type { ConventionsInput } from './conventionsSchema.ts';
import type { Template } from './template.ts';

export type { Template } from './template.ts';

type Complete<Part> = { [Key in keyof Part]-?: Exclude<Part[Key], undefined> };
type Input = Complete<Omit<ConventionsInput, 'deprecated' | 'sunset' | 'brownouts'>>;

/** The conventions of all endpoints of a version; each version inherits those of the one before it. */
export interface Conventions extends Omit<
  Input,
  'page' | 'connection' | 'unknown' | 'uploads' | 'body' | 'errors' | 'auth'
> {
  page: PageConventions;
  connection: ConnectionNames;
  unknown: Complete<Input['unknown']>;
  uploads: Complete<Input['uploads']>;
  body: Template;
  errors: ErrorConventions;
  auth: Complete<Input['auth']>;
}

/** The conventions that the values of a type depend on. */
export type TypeConventions = Pick<Conventions, 'case' | 'names' | 'nonNull' | 'enums' | 'scalars'>;

/** The styles of pagination. */
export type PageStyle = PageConventions['styles'][number];

/** Whether something is never there, may be there, or must be there. */
export type Presence = Input['idempotencyKey'];

/** How a custom scalar looks in JSON, in the words of JSON Schema. */
export type ScalarConvention = Input['scalars'][string];

export type ScalarConventions = Pick<Conventions, 'scalars'>;

/** How one enum is written on the wire: as in the schema, in another case, or by a map from GraphQL value to text. */
export type EnumConvention = Input['enums'][string];

export type EnumCase = Extract<EnumConvention, string>;

export interface PageConventions extends Omit<Complete<Input['page']>, 'parameters' | 'envelope' | 'body'> {
  parameters: Record<'limit' | 'offset' | 'page' | 'cursor', string> & { before?: string };
  body: Template;
}

type OptionalName = 'page' | 'endCursor' | 'startCursor' | 'hasNextPage' | 'hasPreviousPage';

/** Arguments, and dotted paths from the connection to fields of the response. */
export type ConnectionNames = Complete<Omit<Input['connection'], OptionalName>> & { [Name in OptionalName]?: string };

export interface ErrorConventions extends Omit<Complete<Input['errors']>, 'body' | 'messages'> {
  body: Template;
  messages: KeywordMessages;
}

/** What an error with a code is on the wire; what is absent stays as it is. The texts can have placeholders of errors. */
export type CodeConvention = Exclude<ErrorConventions['codes'][string], number>;
