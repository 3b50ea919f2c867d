// Articles in memory.

export type Author =
  | { __typename: 'Person'; id: string; firstName: string; lastName: string }
  | { __typename: 'Organization'; id: string; name: string };

export interface Tag {
  id: string;
  label: string;
}

export interface Article {
  id: string;
  title: string;
  subtitle: string | null;
  body: string;
  createdAt: string;
  author: Author;
  editor: Author | null;
  tags: readonly Tag[];
}

export const authors: readonly Author[] = [
  { __typename: 'Person', id: '9', firstName: 'Dan', lastName: 'Gebhardt' },
  { __typename: 'Organization', id: '1', name: 'Ember' },
];

export const tags: readonly Tag[] = [
  { id: '1', label: 'design' },
  { id: '2', label: 'http' },
];

/** Creates the first articles. */
export function createArticles(): Article[] {
  const titles = [
    'JSON:API paints my bikeshed!',
    'Sparse fieldsets',
    'Content negotiation',
    'Compound documents',
    'Links',
  ];
  return titles.map((title, index) => ({
    id: String(index + 1),
    title,
    subtitle: null,
    body: `About: ${title}`,
    createdAt: `2027-01-0${index + 1}T10:00:00Z`,
    author: authors[index % 2]!,
    editor: index === 0 ? authors[0]! : null,
    tags: tags.slice(0, index % 3),
  }));
}
