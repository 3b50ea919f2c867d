/** An `Accept` on an unversioned path and what it gets: a version and its type, or 406. */
export const ACCEPTS: readonly { accept: string; version: 1 | 2 | 406; type?: string }[] = [
  { accept: '*/*', version: 1, type: 'application/json' },
  { accept: 'application/*', version: 1, type: 'application/json' },
  { accept: 'application/json', version: 1, type: 'application/json' },
  { accept: 'APPLICATION/JSON', version: 1, type: 'application/json' },
  { accept: 'application/json; charset=utf-8', version: 1, type: 'application/json' },
  { accept: 'text/html, application/xhtml+xml, */*;q=0.8', version: 1, type: 'application/json' },
  { accept: 'text/html, application/json;q=0.1', version: 1, type: 'application/json' },
  { accept: 'application/json, application/problem+json', version: 1, type: 'application/json' },
  { accept: 'application/vnd.portico.v1+json', version: 1, type: 'application/vnd.portico.v1+json' },
  { accept: 'application/vnd.portico.v2+json', version: 2, type: 'application/vnd.portico.v2+json' },
  { accept: 'Application/Vnd.Portico.V2+JSON', version: 2, type: 'application/vnd.portico.v2+json' },
  { accept: 'application/vnd.portico.v2+json, */*;q=0.1', version: 2, type: 'application/vnd.portico.v2+json' },
  {
    accept: 'application/vnd.portico.v2+json, application/json;q=0.5',
    version: 2,
    type: 'application/vnd.portico.v2+json',
  },
  {
    accept: 'application/vnd.portico.v1+json;q=0.5, application/vnd.portico.v2+json',
    version: 2,
    type: 'application/vnd.portico.v2+json',
  },
  { accept: 'application/json;q=0, */*', version: 1, type: 'application/vnd.portico.v1+json' },
  {
    accept: 'application/json;q=0, application/vnd.portico.v2+json;q=0.1, */*',
    version: 2,
    type: 'application/vnd.portico.v2+json',
  },
  { accept: 'application/json;q=0, application/vnd.portico.v1+json;q=0, */*', version: 406 },
  { accept: 'application/json;q=0, text/*', version: 406 },
  { accept: 'text/html', version: 406 },
  { accept: 'application/json;q=0', version: 406 },
  { accept: 'application/vnd.portico.v3+json', version: 406 },
  { accept: 'application/vnd.portico.v99999999999999999999+json', version: 406 },
  { accept: 'application/vnd.portico.v1+xml', version: 406 },
  { accept: 'application/vnd.other.v1+json', version: 406 },
];

/** An `Accept` under which an error is an RFC 9457 problem, or the plain body: only a strict preference moves it. */
export const ERROR_ACCEPTS: readonly { accept: string | undefined; problem: boolean }[] = [
  { accept: undefined, problem: false },
  { accept: '*/*', problem: false },
  { accept: 'application/*', problem: false },
  { accept: 'application/json', problem: false },
  { accept: 'text/html', problem: false },
  { accept: 'application/vnd.portico.v2+json', problem: false },
  { accept: 'application/json, application/problem+json', problem: false },
  { accept: 'application/problem+json, application/json', problem: false },
  { accept: 'application/problem+json', problem: true },
  { accept: 'application/json;q=0.5, application/problem+json', problem: true },
  { accept: 'application/problem+json, application/json;q=0.9', problem: true },
  { accept: 'application/problem+json, */*;q=0.1', problem: true },
  { accept: 'APPLICATION/PROBLEM+JSON, */*;q=0.1', problem: true },
];

/** Content types of a request body. */
export const CONTENT_TYPES: readonly { type: string | undefined; taken: boolean }[] = [
  { type: 'application/json', taken: true },
  { type: 'APPLICATION/JSON', taken: true },
  { type: 'application/json; charset=utf-8', taken: true },
  { type: 'application/json;charset="UTF-8"', taken: true },
  { type: 'application/vnd.api+json', taken: true },
  { type: 'application/merge-patch+json', taken: true },
  { type: undefined, taken: false },
  { type: 'text/plain', taken: false },
  { type: 'text/json', taken: false },
  { type: 'application/json-seq', taken: false },
  { type: 'application/x-www-form-urlencoded', taken: false },
  { type: 'multipart/form-data; boundary=x', taken: false },
];
