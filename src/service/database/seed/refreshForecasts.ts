import type { Prisma } from '../client/client.ts';
import type { DatabaseLog } from '../Database.ts';
import { toCallerError } from '../databaseErrors.ts';
import { demoForecast, readCities } from './demoData.ts';

/** The days relative to today in UTC: seven from the local date of any time zone, which is at most a day off, and one more. */
const FIRST_DAY = -1;
const LAST_DAY = 9;

/** Refreshes the forecasts; a failure is only logged, because outdated forecasts are better than no service. */
export async function tryRefreshForecasts(client: Prisma.TransactionClient, log?: DatabaseLog): Promise<void> {
  try {
    await refreshForecasts(client);
  } catch (error) {
    log?.warn({ err: toCallerError(error) }, 'could not refresh the forecasts');
  }
}

/**
 * Adds the missing forecasts of the demo cities from today on, in any time zone, and deletes those older than 30 days when it does,
 * once a day. Does nothing without the demo data set, and restores no deleted city.
 */
export async function refreshForecasts(client: Prisma.TransactionClient, now = new Date()): Promise<void> {
  const climates = new Map((await readCities()).map((city) => [city.key, city]));
  const days = Array.from({ length: LAST_DAY - FIRST_DAY + 1 }, (_, day) => dateOf(now, FIRST_DAY + day));
  const present = { where: { date: { in: days.map((day) => new Date(day)) } } };
  const cities = await client.city.findMany({
    where: { key: { in: [...climates.keys()] } },
    select: { id: true, key: true, _count: { select: { days: present } } },
    orderBy: { id: 'asc' },
  });
  // Most starts miss nothing.
  const incomplete = cities.filter(({ _count }) => _count.days < days.length);
  if (incomplete.length === 0 || (await client.dataSet.count({ where: { name: 'demo' } })) === 0) return;
  // In the order of the primary key, so that concurrent refreshes wait for each other instead of deadlocking.
  await client.forecastDay.createMany({
    data: incomplete.flatMap(({ id, key }) =>
      days.map((day) => ({ cityId: id, date: new Date(day), ...demoForecast(climates.get(key)!, day) })),
    ),
    skipDuplicates: true,
  });
  await client.forecastDay.deleteMany({
    where: { cityId: { in: cities.map(({ id }) => id) }, date: { lt: new Date(dateOf(now, -30)) } },
  });
}

/** The date in UTC `days` after `now`. */
function dateOf(now: Date, days: number): string {
  return new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}
