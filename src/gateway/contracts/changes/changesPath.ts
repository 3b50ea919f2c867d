/** The path of the page of changes, below the base path. */
export const CHANGES_PATH = '/docs/changes';
