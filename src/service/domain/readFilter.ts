/** The arguments that filter a list, without those that are absent or null. */
export function readFilter<Arguments extends object>(
  args: Arguments,
): { [Name in keyof Arguments]?: NonNullable<Arguments[Name]> } {
  const filter: { [Name in keyof Arguments]?: NonNullable<Arguments[Name]> } = {};
  for (const name in args) {
    const value = args[name];
    if (value != null) filter[name] = value;
  }
  return filter;
}
