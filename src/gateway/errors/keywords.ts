/** The keywords of JSON Schema that an input can violate; `null` stands for a null that is not allowed. */
export const KEYWORDS = [
  'null',
  'required',
  'type',
  'enum',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'additionalProperties',
  'not',
] as const;

export type Keyword = (typeof KEYWORDS)[number];

/** Texts by keyword. */
export type KeywordMessages = Readonly<{ [Each in Keyword]?: string | undefined }>;
