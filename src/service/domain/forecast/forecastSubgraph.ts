// The forecast subgraph: the weather of the next days by city. It is read-only.
import { type ServiceError, invalidInputError } from '../../../gateway/server.ts';
import type { Database } from '../../database/Database.ts';
import { type Subgraph, readSchema } from '../Subgraph.ts';
import { DateScalar, validateText } from '../scalars.ts';
import { shareReads } from '../shareReads.ts';
import { ForecastStore } from './ForecastStore.ts';
import type { Resolvers } from './resolvers.generated.ts';

export function forecastSubgraph(database: Database): Subgraph {
  const store = new ForecastStore(database);
  const readForecast = shareReads(store.readMany.bind(store), { name: 'forecasts' });

  const resolvers: Resolvers = {
    Date: DateScalar,
    Query: {
      forecast: async (_, { city }, context) => readForecast(cityKey(city), context),
    },
    Forecast: {
      __resolveReference: async ({ city }, context) => readForecast(cityKey(city), context),
    },
  };
  return { name: 'forecast', typeDefs: readSchema('forecast'), resolvers };
}

/** The lookup key of a city: case, surrounding white space and the composition of accents make no difference. */
function cityKey(name: unknown): string {
  // In a reference it is JSON, which no scalar has coerced.
  if (typeof name !== 'string') throw invalidCity('must be a string');
  const message = name.trim() === '' ? 'must not be blank' : validateText(name);
  if (message !== undefined) throw invalidCity(message);
  return name.trim().normalize('NFC').toLowerCase();
}

function invalidCity(message: string): ServiceError {
  return invalidInputError([{ field: 'city', message }]);
}
