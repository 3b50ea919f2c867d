const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d+)?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * The milliseconds since the epoch of a `date-time` of RFC 3339, section 5.6; undefined where the text is none, not in the
 * calendar, or in UTC before the year 0000 or after 9999. A leap second, which is the last of a day in UTC, counts as the first of
 * the next day.
 */
export function parseDateTime(text: string): number | undefined {
  const match = DATE_TIME.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const [, , , , , , , fraction = '0', sign, offsetHours = '0', offsetMinutes = '0'] = match;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isInCalendar = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!isInCalendar || hour > 23 || minute > 59 || second > 60) return undefined;
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * MINUTE * (sign === '-' ? -1 : 1);
  const start = date.getTime() + (hour * 60 + minute) * MINUTE - offset;
  if (second === 60 && (start + MINUTE) % DAY !== 0) return undefined;
  const time = start + second * 1000 + Math.floor(Number(fraction) * 1000);
  return time >= EPOCH_SECONDS.min * 1000 && time < (EPOCH_SECONDS.max + 1) * 1000 ? time : undefined;
}

/** Its start in minutes or seconds, and days, hours and minutes. */
const INTERVAL =
  /^(.+T\d\d:\d\d)(:\d\d)?(Z|[+-]\d\d:\d\d)\/P(?:(\d{1,3})D)?(?:T(?=\d)(?:(\d{1,4})H)?(?:(\d{1,5})M)?)?$/;

/** Milliseconds since the epoch; the end is no part of it. */
export interface Interval {
  start: number;
  end: number;
}

/**
 * An interval as its start and duration, such as `2027-01-10T10:00Z/PT1H30M`: a subset of ISO 8601-1, section 5.5.2. Undefined where the text
 * is none, or no time is in it.
 */
export function parseInterval(text: string): Interval | undefined {
  const [, minutes, seconds = ':00', zone, ...lengths] = INTERVAL.exec(text) ?? [];
  const start = parseDateTime(`${minutes}${seconds}${zone}`);
  const [days, hours, rest] = lengths.map((length = '0') => Number(length));
  const duration = days! * DAY + hours! * 60 * MINUTE + rest! * MINUTE;
  return start !== undefined && duration > 0 ? { start, end: start + duration } : undefined;
}

/** Seconds of the years 0000 to 9999, which RFC 3339 can write. */
export const EPOCH_SECONDS = { min: -62_167_219_200, max: 253_402_300_799 };

/** Seconds since the epoch, within `EPOCH_SECONDS`, as a `date-time` of RFC 3339 in UTC; without a fraction where there is none. */
export function formatDateTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
