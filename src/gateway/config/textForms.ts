/** What a text has to look like, and how that is told. */
export interface TextForm {
  form: RegExp;
  shouldBe: string;
}

export const BASE_PATH_FORM: TextForm = {
  form: /^(\/(?!\.{1,2}(\/|$))[\w.~!$&'()*+,;=:@-]+)*$/,
  shouldBe: 'must be a path such as /api, without a slash at its end, percent-encoding or a query',
};

export const API_NAME_FORM: TextForm = {
  form: /^[a-z0-9][a-z0-9_.-]{0,63}$/,
  shouldBe:
    'must be at most 64 lower case letters, digits, dots, hyphens and underscores, as in application/vnd.<name>.v1+json',
};
