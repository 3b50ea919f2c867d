import { UsageError } from '../../gateway/cli/UsageError.ts';

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Parses a time such as 90s, 15m, 1h or 7d into seconds. Throws a UsageError. */
export function parseLifetime(text: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,5})([smhd])$/.exec(text) ?? [];
  const seconds = Number(count) * (SECONDS[unit] ?? 0);
  if (seconds === 0)
    throw new UsageError(`--expires must be a number and a unit, such as 90s, 15m, 1h or 7d, not "${text}".`);
  return seconds;
}
