/** A file to write: `replaces` is the content that it must still have; absent: it must not exist. */
export interface NewFile {
  /** Relative to the folder of the project, with forward slashes. */
  file: string;
  text: string;
  replaces?: string;
}
