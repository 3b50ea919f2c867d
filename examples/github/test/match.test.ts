// The API held against GitHub's own OpenAPI document.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { compileApi } from '../../../src/gateway/compile/compileApi.ts';
import {
  type MatchedPart,
  countResults,
  matchDocuments,
  percentOf,
} from '../../../src/gateway/describe/contracts/match/matchDocuments.ts';
import { describeApi } from '../../../src/gateway/describe/openapi/describeApi.ts';
import type { Schema } from '../../../src/gateway/describe/openapi/Schema.ts';
import { defaultApi } from '../../../src/service/defaultApi.ts';
import { SCHEMA_FILE } from '../upstream.ts';

const readJson = (file: string | URL): unknown => JSON.parse(readFileSync(file, 'utf8'));
const published = createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json');

/** Properties by the type of GraphQL that lacks them: a component of GitHub's document and the way within it, or an endpoint and the way. */
const withoutData = readJson(new URL('../without-data.json', import.meta.url)) as Record<string, string[]>;
const lacking = new Set(Object.values(withoutData).flat());

const plan = compileApi(
  fileURLToPath(new URL('../endpoints', import.meta.url)),
  buildSchema(readFileSync(SCHEMA_FILE, 'utf8'), { assumeValid: true }),
);
const own = [...describeApi(plan, { basePath: '', publisher: defaultApi.publisher }).values()][0]!;
const { endpoints, missing, additional } = matchDocuments(readJson(published) as Schema, own as unknown as Schema);

const properties = endpoints.flatMap(({ parts }) =>
  parts.filter(({ kind, use }) => kind === 'property' && use === 'response'),
);

/** As in `without-data.json`. */
function nameOf({ endpoint, path, component }: MatchedPart): string {
  const within = component ? path.slice(-component.depth) : path;
  return [component?.name ?? endpoint, ...within].join('.');
}

const isLacking = (part: (typeof properties)[number]) => lacking.has(nameOf(part));

test('at least 25 endpoints are GitHub’s, and none is made up', () => {
  expect(endpoints.length).toBeGreaterThanOrEqual(25);
  expect(additional).toEqual([]);
  expect(missing.length).toBeGreaterThan(1000);
});

describe('properties without data', () => {
  test('are at most 20 % of GitHub’s', () => {
    expect(properties.length).toBeGreaterThan(1500);
    expect(properties.filter(isLacking).length / properties.length).toBeLessThanOrEqual(0.2);
  });

  test('are listed only where ours lacks them', () => {
    const found = properties.filter((part) => isLacking(part) && part.result !== 'missing').map(nameOf);
    expect(found).toEqual([]);
    const names = new Set(properties.map(nameOf));
    expect([...lacking].filter((name) => !names.has(name))).toEqual([]);
  });
});

test('of the others at least 90 % are compatible with GitHub’s', () => {
  const counts = countResults(properties.filter((part) => !isLacking(part)));
  expect(percentOf(counts)).toBeGreaterThanOrEqual(90);
});

test('against its own document everything is equal', () => {
  const { endpoints: same } = matchDocuments(own as unknown as Schema, own as unknown as Schema);
  expect(percentOf(countResults(same.flatMap(({ parts }) => parts)))).toBe(100);
});
