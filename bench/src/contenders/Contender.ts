import type { Question } from '../throughput/Work.ts';

/** A request as the load generator sends it. */
export interface Ask {
  method: 'GET' | 'POST';
  path: string;
  /** JSON. */
  body?: string;
}

/** One server that does all of the work, in a process of its own. */
export interface Contender {
  name: string;
  /** How Node starts it, from the folder of the program; PORT, DATABASE_URL and AUTH_SECRET are in its environment. */
  command: readonly string[];
  ask(question: Question): Ask;
  /** An answer in the form that Portico's REST interface gives it. */
  read(question: Question, answer: never): unknown;
}
