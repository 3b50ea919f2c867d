/** A pattern that a text has to match, and the rest of the sentence that says so. */
export interface TextPattern {
  pattern: RegExp;
  message: string;
}

/** A number of requests and the seconds of a window, at most 27 hours. */
export const RATE_LIMIT_PATTERN: TextPattern = {
  pattern: /^[1-9]\d{0,8}\/[1-9]\d{0,4}$/,
  message: 'must be requests/seconds, such as 100/60, with at most 99999 seconds',
};

export const BASE_PATH_PATTERN: TextPattern = {
  pattern: /^(\/(?!\.{1,2}(\/|$))[\w.~!$&'()*+,;=:@-]+)*$/,
  message: 'must be a path such as /api, without a trailing slash, percent-encoding or a query',
};

export const API_NAME_PATTERN: TextPattern = {
  pattern: /^[a-z0-9][a-z0-9_.-]{0,63}$/,
  message:
    'must be at most 64 lowercase letters, digits, dots, hyphens and underscores, as in application/vnd.<name>.v1+json',
};
