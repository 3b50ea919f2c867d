import path from 'node:path';

export interface LinkTargets {
  /** The path in the package of each packaged file, by its path in the repository. */
  packaged: ReadonlyMap<string, string>;
  /** The address of the repository's folder, without a trailing slash. */
  repository: string;
  /** Whether the repository has a file or a folder. */
  exists(file: string): boolean;
}

/** Code, where nothing is a link, or a link. */
const CODE_OR_LINK = /^(`{3,})[^]*?^\1`*$|(`+)(?!`)[^]*?[^`]\2(?!`)|\]\(([^()\s]+)\)/gm;

/**
 * Rewrites the relative links of a Markdown file of the repository: to a packaged file relative to its path in the package, to
 * any other file absolute. Throws an error that names each link to a file that does not exist.
 */
export function rewriteLinks(markdown: string, file: string, { packaged, repository, exists }: LinkTargets): string {
  const broken: string[] = [];
  const rewritten = markdown.replace(CODE_OR_LINK, (match: string, _fence, _ticks, link: string | undefined) => {
    if (link === undefined || /^(?:[a-z]+:|#)/.test(link)) return match;
    const [target = '', ...fragment] = link.split(/(?=#)/);
    const source = path.posix.join(path.posix.dirname(file), target);
    const destination = packaged.get(source);
    if (destination === undefined && !exists(source)) broken.push(`${file} links to ${link}, which does not exist.`);
    const address =
      destination === undefined
        ? `${repository}/${source}`
        : path.posix.relative(path.posix.dirname(packaged.get(file) ?? file), destination);
    return `](${address}${fragment.join('')})`;
  });
  if (broken.length > 0) throw new Error(broken.join('\n'));
  return rewritten;
}
