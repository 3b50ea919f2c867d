/** The methods of what can only be read, as `Allow` lists them. */
export const READING = 'GET, HEAD, OPTIONS';
