/** What a request selects by the parameters of `@fields`. */
export interface FieldSelection {
  /** Identifies what is left out of the operation. */
  key: string;
  /** The response paths that are not executed, such as `/user/author`; also the condition of a scope that only they require. */
  leftOut: Readonly<Record<string, false>>;
  /** What is sent of an object, by the parameter that is on it. */
  sent: ReadonlyMap<string, SentProperties>;
}

/** The properties of an object that are sent, each as a whole or in part. */
export type SentProperties = ReadonlyMap<string, SentProperties | 'whole'>;
