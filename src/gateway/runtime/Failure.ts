import type { Problem } from '../errors/ServiceError.ts';

/** What an error answers with; a ServiceError is one. */
export interface Failure {
  status: number;
  /** Whether the status was given, and so is not the one that the code stands for. */
  hasOwnStatus?: boolean;
  /** One of the table in `errors/codes.ts`, or one of an upstream that the conventions give a status. */
  code: string;
  message: string;
  problems: readonly Problem[];
  headers: Readonly<Record<string, string>>;
}
