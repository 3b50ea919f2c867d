/** The name of the package in the registry. The command is `portico` in any case. */
export const PACKAGE_NAME = 'portico';

/** The repository that the package is built from; npm refuses a provenance of another. */
export const REPOSITORY_URL = 'https://github.com/portico-rest/portico';
