/** A pattern that a text has to match, and the rest of the sentence that says so. */
export interface TextPattern {
  pattern: RegExp;
  message: string;
}

export const BASE_PATH_PATTERN: TextPattern = {
  pattern: /^(\/(?!\.{1,2}(\/|$))[\w.~!$&'()*+,;=:@-]+)*$/,
  message: 'must be a path such as /api, without a trailing slash, percent-encoding or a query',
};

export const API_NAME_PATTERN: TextPattern = {
  pattern: /^[a-z0-9][a-z0-9_.-]{0,63}$/,
  message:
    'must be at most 64 lowercase letters, digits, dots, hyphens and underscores, as in application/vnd.<name>.v1+json',
};
