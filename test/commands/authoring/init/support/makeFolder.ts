import { type Files, Folder } from '../../../support/runPortico.ts';

export { readFolder } from '../../../support/runPortico.ts';

/** A folder with these files, until the end of the test. */
export const makeFolder = (files: Files = {}): string => new Folder(files).path;
