// Recorded responses of GitHub, held leaf by leaf against those of this API.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, describe, expect, test } from 'vitest';
import { startGithub } from './support/startGithub.ts';

interface Exchange {
  method: string;
  path: string;
  body: unknown;
  status: number;
  response: unknown;
}

interface Difference {
  /** The last names of the way to a leaf; `*` is an item. */
  property: string;
  reason: string;
}

const require = createRequire(import.meta.url);
const readJson = (file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as unknown;

/** The recordings of endpoints that this API has, and the component of GitHub's OpenAPI document that their bodies are. */
const SCENARIOS = {
  'get-repository': 'full-repository',
  'get-organization': 'organization-full',
  'paginate-issues': 'issue',
  'search-issues': 'issue-search-result-item',
  labels: 'label',
  'release-assets': 'release',
  'add-labels-to-issue': 'issue',
  'lock-issue': undefined,
  errors: 'validation-error',
};
/** What was recorded of other endpoints: of assets, of labels of an issue, and of pages by the id of a repository. */
const OTHERS = /\/assets|\/issues\/1\/labels$|^\/repositories\//;

const differences = readJson('../differences.json') as Difference[];
const withoutData = Object.values(readJson('../without-data.json') as Record<string, string[]>).flat();
const used = new Set<Difference>();
const github = await startGithub();
afterAll(() => github.close());

const totals = { leaves: 0, equal: 0 };

describe.each(Object.entries(SCENARIOS))('%s', (scenario, component) => {
  const recorded = require(
    `@octokit/fixtures/scenarios/api.github.com/${scenario}/normalized-fixture.json`,
  ) as Exchange[];

  test.each(recorded.filter(({ path }) => !OTHERS.test(path)))(
    '$method $path',
    async ({ method, path, body, status, response }) => {
      const sent = await fetch(new URL(path, github.url), {
        method: method.toUpperCase(),
        headers: {
          authorization: 'token secret',
          accept: 'application/vnd.github.v3+json',
          'content-type': 'application/json',
        },
        ...(body !== '' && { body: JSON.stringify(body) }),
      });
      expect(sent.status).toBe(status);
      const text = await sent.text();
      const ours = text === '' ? '' : (JSON.parse(text) as unknown);
      for (const [place, wanted] of pairs(response, ours)) {
        totals.leaves++;
        if (wanted.recorded === wanted.ours) {
          totals.equal++;
          continue;
        }
        const property = `${component}${place.replace(/^(?:\.items)?\.\*/, '')}`;
        if (withoutData.some((each) => `${property}.`.startsWith(`${each}.`))) continue;
        const listed = differences.find((each) => place.endsWith(`.${each.property}`));
        expect(listed, `${place}: ${JSON.stringify(wanted)}`).toBeDefined();
        used.add(listed!);
      }
    },
  );
});

/** Each leaf of a recorded body, with that of ours. The recordings have one node id for everything. */
function pairs(recorded: unknown, ours: unknown, place = ''): [place: string, { recorded: unknown; ours: unknown }][] {
  if (place.endsWith('.node_id')) return [[place, { recorded: typeof recorded, ours: typeof ours }]];
  if (typeof recorded !== 'object' || recorded === null) return [[place, { recorded, ours }]];
  const entries = Object.entries(recorded);
  if (entries.length === 0) return [[place, { recorded: JSON.stringify(recorded), ours: JSON.stringify(ours) }]];
  return entries.flatMap(([key, value]) => {
    const child = typeof ours === 'object' && ours !== null ? (ours as Record<string, unknown>)[key] : undefined;
    return pairs(value, child, `${place}.${Array.isArray(recorded) ? '*' : key}`);
  });
}

test('at least 85 % of the leaves are equal, and each difference that is listed is there', () => {
  expect(differences.filter((each) => !used.has(each))).toEqual([]);
  expect(totals.leaves).toBeGreaterThan(600);
  expect(totals.equal / totals.leaves).toBeGreaterThan(0.85);
});
