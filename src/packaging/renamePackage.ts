/** The name of the package in the documents: where it is installed, executed by npx or imported. Elsewhere it is the command. */
const NAME = /(?<=\bnpx |\bnpm install |\bfrom '|\brequire\(')portico\b|(?<=`)portico(?=\/)/g;

/** Gives the package another name in a document of the repository, or in a module that imports it. */
export function renamePackage(text: string, name: string): string {
  return text.replaceAll(NAME, () => name);
}
