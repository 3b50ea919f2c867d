/** What stands on the command line cannot be meant: the value of an option, or two options together. */
export class ArgumentError extends Error {}
