import type { Engine } from '../createEngine.ts';
import type { Cors } from './cors.ts';
import type { Docs } from './docs/createDocs.ts';

/** What serves an API. Its parts belong together: each request is handled by those of one API. */
export interface ServedApi {
  /** Its conventions are those of every error, but those of GraphQL. */
  rest: Pick<Engine, 'handle'> & Partial<Pick<Engine, 'conventions' | 'plan'>>;
  docs: Docs;
  /** Absent: no CORS. */
  cors?: Cors | undefined;
}

/** The API that serves the requests which arrive now. */
export type GetApi = () => ServedApi;
