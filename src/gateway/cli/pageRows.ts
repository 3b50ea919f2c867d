import type { DescribedPage } from '../describe/explain/describePage.ts';

/** The rows of an explanation about how an endpoint pages; none for an endpoint without pages. */
export function pageRows(page: DescribedPage | null): string[][] {
  if (!page) return [];
  const { list, styles, limit, arguments: passed, fields } = page;
  const names = (all: Readonly<Record<string, string>>) =>
    Object.entries(all)
      .map(([name, own]) => (name === own ? name : `${name}: ${own}`))
      .join(', ');
  const more = limit.over === 'clamp' ? `more is ${limit.max}` : `at most ${limit.max}`;
  return [
    ['list', list],
    ['styles', styles.join(', ')],
    ['limit', `${limit.default}, ${more}`],
    ['arguments', names(passed)],
    ...(Object.keys(fields).length > 0 ? [['fields', names(fields)]] : []),
  ];
}
