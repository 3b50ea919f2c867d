/** The median; the mean of the two in the middle where their number is even. */
export function median(values: readonly number[]): number {
  const ordered = [...values].sort((a, b) => a - b);
  const middle = ordered.length / 2;
  const [lower, upper] = [ordered[Math.ceil(middle) - 1], ordered[Math.floor(middle)]];
  if (lower === undefined || upper === undefined) throw new Error('There are no values to take the median of.');
  return (lower + upper) / 2;
}
