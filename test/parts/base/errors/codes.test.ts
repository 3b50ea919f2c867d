import { readFileSync } from 'node:fs';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import { type Tokens, marked } from 'marked';
import { describe, expect, test } from 'vitest';
import { EXPLANATIONS, type ErrorCode, RETRIES, STATUS_OF_CODE } from '../../../../src/gateway/base/errors/codes.ts';

// The page of errors lists every code with the texts that the OpenAPI documents have, and no other code.

const PAGE = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8');

/** The cells of the table below each heading. */
const tables = new Map<string, string[][]>();
let heading = '';
for (const token of marked.lexer(PAGE)) {
  if (token.type === 'heading') heading = (token as Tokens.Heading).text;
  if (token.type !== 'table') continue;
  const { header, rows } = token as Tokens.Table;
  tables.set(
    heading,
    [header, ...rows].map((row) => row.map(({ text }) => text)),
  );
}

const HEAD = ['code', 'status', 'cause', 'remedy', 'retry'];
/** Codes that only `/graphql` sends, and that nothing maps to a status. */
const FURTHER = ['PERSISTED_QUERY_NOT_FOUND', 'PERSISTED_QUERY_NOT_IN_LIST'];
const CODES = Object.keys(STATUS_OF_CODE) as ErrorCode[];

function rowOf(code: ErrorCode): string[] {
  const { cause, remedy, retry = 'changed' } = EXPLANATIONS[code];
  return [`\`${code}\``, String(STATUS_OF_CODE[code]), cause, remedy, RETRIES[retry]];
}

describe('explanations', () => {
  test('the page has every code of REST, with its status, cause, remedy and retry', () => {
    const expected = CODES.filter((code) => !EXPLANATIONS[code].graphqlOnly).map(rowOf);
    expect(tables.get('Codes')).toEqual([HEAD, ...expected]);
  });

  test('and every code of /graphql alone, those of Apollo Server and of the safelist last', () => {
    const expected = CODES.filter((code) => EXPLANATIONS[code].graphqlOnly).map(rowOf);
    const rows = tables.get('`/graphql`')!;
    expect(rows.slice(0, expected.length + 1)).toEqual([HEAD, ...expected]);
    expect(rows.slice(expected.length + 1).map(([code]) => code)).toEqual(FURTHER.map((code) => `\`${code}\``));
  });

  test('Apollo Server has no other code', () => {
    // It is for a server without persisted queries.
    const known = [...CODES, ...FURTHER, 'PERSISTED_QUERY_NOT_SUPPORTED'];
    expect(Object.values(ApolloServerErrorCode).filter((code) => !known.includes(code))).toEqual([]);
  });

  test('every code in its texts exists', () => {
    const named = [...PAGE.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, code]) => code!);
    const others = [...FURTHER, 'SUBREQUEST_HTTP_ERROR'];
    expect(named.filter((code) => !(code in STATUS_OF_CODE) && !others.includes(code))).toEqual([]);
  });

  test.each(CODES)(
    '%s has sentences for a cell of a table, an error as its status, and a retry that this permits',
    (code) => {
      const { cause, remedy, retry = 'changed' } = EXPLANATIONS[code];
      const status = STATUS_OF_CODE[code];
      expect([code, cause, remedy].join('\n')).toMatch(/^[A-Z]+(?:_[A-Z]+)*\n[A-Z`][^|\n]*\.\n[A-Z`][^|\n]*\.$/);
      expect([4, 5]).toContain(Math.floor(status / 100));
      // RFC 9110, section 10.2.3, and RFC 6585, section 4; 409 for a request that is running.
      if (retry === 'later') expect([409, 429, 503]).toContain(status);
      if (status === 503 || status === 429) expect(retry).toBe('later');
      if (status === 500) expect(['reads', 'unsafe']).toContain(retry);
    },
  );
});
