import { describe, expect, test } from 'vitest';
import { parameter, sentences } from './support/coercion.ts';
import { readRequest } from './support/readRequest.ts';

/** The version that If-Match sets, its problems, or the code and the message of the refusal. */
function readIfMatch(ifMatch: string | undefined, type = 'Int'): unknown {
  const parameters = [parameter('If-Match', type, { source: 'header', variable: 'version' })];
  const headers: Record<string, string> = ifMatch === undefined ? {} : { 'if-match': ifMatch };
  const { variables, problems, precondition } = readRequest({ parameters }, { headers });
  if (problems.problems.length > 0) return sentences(problems);
  return precondition ? [precondition.code, precondition.message] : variables;
}

const REQUIRED = [
  'PRECONDITION_REQUIRED',
  'If-Match is required: send the entity tag of the resource that is changed.',
];
const NO_MATCH = ['PRECONDITION_FAILED', 'If-Match does not match the current entity tag; nothing was changed.'];

describe('If-Match as a parameter', () => {
  test.each<[string, unknown]>([
    ['"5"', { version: 5 }],
    [' "5" ', { version: 5 }],
    ['"5.sum"', { version: 5 }],
    ['"five"', NO_MATCH],
    ['""', NO_MATCH],
    ['W/"5"', ['PRECONDITION_FAILED', 'If-Match must be a strong entity tag; nothing was changed.']],
    ['5', ['If-Match must be an entity tag such as "5"']],
    ['', ['If-Match must be an entity tag such as "5"']],
    ['"5", "6"', ['If-Match must be one entity tag']],
  ])('%j is %j', (ifMatch, expected) => {
    expect(readIfMatch(ifMatch)).toEqual(expected);
    expect(readIfMatch(ifMatch, 'Int!')).toEqual(expected);
  });

  test.each([undefined, '*', ' * '])(
    '%j is refused where the endpoint requires a tag, and else sets nothing',
    (ifMatch) => {
      expect(readIfMatch(ifMatch, 'Int!')).toEqual(REQUIRED);
      expect(readIfMatch(ifMatch)).toEqual({});
    },
  );

  test('is read by no other endpoint', () => {
    const { variables, precondition } = readRequest({}, { headers: { 'if-match': '"5"' } });
    expect([variables, precondition]).toEqual([{}, undefined]);
  });
});

describe('Idempotency-Key', () => {
  const readKey = (idempotencyKey: 'REQUIRED' | 'OPTIONAL' | undefined, header?: string) => {
    const headers: Record<string, string> = header === undefined ? {} : { 'idempotency-key': header };
    const inputs = readRequest({ idempotencyKey } as never, { headers });
    return inputs.problems.problems.length > 0 ? sentences(inputs.problems) : inputs.idempotencyKey;
  };

  test('is the key of the request, with or without quotes', () => {
    expect([readKey('OPTIONAL', 'a'), readKey('REQUIRED', '"a"'), readKey('OPTIONAL')]).toEqual(['a', 'a', undefined]);
  });

  test('is ignored where the endpoint has none', () => expect(readKey(undefined, 'a b')).toBeUndefined());

  test('is a problem where it is missing, repeated or malformed', () => {
    expect(readKey('REQUIRED')).toEqual(['Idempotency-Key is required']);
    expect(readKey('OPTIONAL', 'a, b')).toEqual([
      'Idempotency-Key must be given only once; a key with a comma must be in double quotes',
    ]);
    expect(readKey('OPTIONAL', 'a b')).toEqual([
      'Idempotency-Key must be 1 to 255 visible ASCII characters, in double quotes or without',
    ]);
  });
});
