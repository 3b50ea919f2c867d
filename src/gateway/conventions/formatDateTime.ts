/** Seconds of the years 0000 to 9999, which RFC 3339 can write. */
export const EPOCH_SECONDS = { min: -62_167_219_200, max: 253_402_300_799 };

/** Seconds since the epoch, within `EPOCH_SECONDS`, as a `date-time` of RFC 3339 in UTC; without a fraction where there is none. */
export function formatDateTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
