/** Where the page of `renderChanges` is served, below the base path. */
export const CHANGES_PATH = '/docs/changes';
