/** Invalid arguments: the value of an option, or a combination of options. Ends the program with exit code 2. */
export class UsageError extends Error {}
