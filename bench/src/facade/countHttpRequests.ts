/** How the request line of every HTTP/1.1 request ends; JSON has no line breaks of this kind. */
const MARK = ' HTTP/1.1\r\n';

/** Returns a function that takes what one HTTP client sends, in chunks of any size, and returns its requests so far. */
export function countHttpRequests(): (chunk: Buffer) => number {
  let requests = 0;
  /** The end of what was read, which may be the beginning of a mark. */
  let tail = '';
  return (chunk) => {
    const text = tail + chunk.toString('latin1');
    requests += text.split(MARK).length - 1;
    tail = text.slice(1 - MARK.length);
    return requests;
  };
}
