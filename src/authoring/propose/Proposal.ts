import { API_FILE, DEFAULT_API } from '../../gateway/plan/conventions/apiProperties.ts';
import type { Method } from '../../gateway/plan/EndpointPlan.ts';

/** An endpoint document that is proposed for a root field. */
export interface ProposedEndpoint {
  /** The schema coordinate of the root field, such as `Query.user`. */
  coordinate: string;
  method: Method;
  path: string;
  operation: string;
  /** Below the folder of the version, such as `users/getUser.graphql`. */
  file: string;
  text: string;
  /** Whether it is a mutation whose result has nothing that tells failure. */
  isUnconfirmed?: boolean;
  /** The proposed shapes that the document needs, those of shapes included. */
  shapes: readonly string[];
}

/** A first version of an API over a schema. */
export interface Proposal {
  endpoints: readonly ProposedEndpoint[];
  /** The texts of `shapes/<name>.graphql`, by name. */
  shapes: ReadonlyMap<string, string>;
  /** The content of `conventions.json`; for one more endpoint, what is missing from it. */
  conventions: Readonly<Record<string, unknown>>;
  /** Root fields without an endpoint, and why, in one sentence. */
  skipped: readonly { coordinate: string; reason: string }[];
}

/** The files of a proposed first version, below the folder of endpoint documents. */
export function documentFiles(
  { endpoints, shapes, conventions }: Proposal,
  folder: string,
): { file: string; text: string }[] {
  return [
    { file: `${folder}/${API_FILE}`, text: `${JSON.stringify(DEFAULT_API, null, 2)}\n` },
    { file: `${folder}/conventions.json`, text: `${JSON.stringify(conventions, null, 2)}\n` },
    ...[...shapes].map(([name, text]) => ({ file: `${folder}/v1/shapes/${name}.graphql`, text })),
    ...endpoints.map(({ file, text }) => ({ file: `${folder}/v1/${file}`, text })),
  ];
}
