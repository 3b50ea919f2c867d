/** A city of the demo data set, with its climate. */
export interface DemoCity {
  name: string;
  /** The lookup key: the name in lower case. */
  key: string;
  /** IANA time zone. */
  timeZone: string;
  /** The mean daily maximum in January and in July, in degrees Celsius. */
  january: number;
  july: number;
  /** The probability of rain or snow on a day in January and in July. */
  wetJanuary: number;
  wetJuly: number;
}

/** Forty cities on six continents. */
export const CITIES: readonly DemoCity[] = [
  city('Accra', 'Africa/Accra', [33, 28], [0.05, 0.35]),
  city('Amsterdam', 'Europe/Amsterdam', [6, 22], [0.5, 0.4]),
  city('Anchorage', 'America/Anchorage', [-5, 19], [0.3, 0.35]),
  city('Athens', 'Europe/Athens', [13, 34], [0.3, 0.05]),
  city('Auckland', 'Pacific/Auckland', [24, 15], [0.25, 0.5]),
  city('Bangkok', 'Asia/Bangkok', [32, 33], [0.05, 0.5]),
  city('Barcelona', 'Europe/Madrid', [14, 29], [0.18, 0.1]),
  city('Berlin', 'Europe/Berlin', [3, 25], [0.4, 0.35]),
  city('Bogotá', 'America/Bogota', [19, 18], [0.3, 0.45]),
  city('Buenos Aires', 'America/Argentina/Buenos_Aires', [30, 15], [0.3, 0.2]),
  city('Cairo', 'Africa/Cairo', [19, 35], [0.06, 0.01]),
  city('Cape Town', 'Africa/Johannesburg', [27, 18], [0.1, 0.4]),
  city('Chicago', 'America/Chicago', [0, 29], [0.35, 0.3]),
  city('Copenhagen', 'Europe/Copenhagen', [3, 22], [0.45, 0.35]),
  city('Dubai', 'Asia/Dubai', [24, 41], [0.06, 0.01]),
  city('Dublin', 'Europe/Dublin', [8, 19], [0.5, 0.4]),
  city('Helsinki', 'Europe/Helsinki', [-2, 22], [0.45, 0.35]),
  city('Hong Kong', 'Asia/Hong_Kong', [19, 32], [0.15, 0.55]),
  city('Honolulu', 'Pacific/Honolulu', [27, 31], [0.25, 0.15]),
  city('Istanbul', 'Europe/Istanbul', [9, 29], [0.45, 0.1]),
  city('Jakarta', 'Asia/Jakarta', [30, 32], [0.6, 0.2]),
  city('Lagos', 'Africa/Lagos', [33, 29], [0.08, 0.5]),
  city('Lima', 'America/Lima', [26, 19], [0.03, 0.1]),
  city('Lisbon', 'Europe/Lisbon', [15, 28], [0.4, 0.04]),
  city('London', 'Europe/London', [8, 24], [0.45, 0.3]),
  city('Los Angeles', 'America/Los_Angeles', [20, 28], [0.2, 0.02]),
  city('Madrid', 'Europe/Madrid', [10, 33], [0.22, 0.06]),
  city('Mexico City', 'America/Mexico_City', [22, 23], [0.08, 0.6]),
  city('Montréal', 'America/Toronto', [-5, 26], [0.45, 0.4]),
  city('Mumbai', 'Asia/Kolkata', [31, 30], [0.02, 0.85]),
  city('Nairobi', 'Africa/Nairobi', [26, 22], [0.2, 0.15]),
  city('New York', 'America/New_York', [4, 29], [0.35, 0.33]),
  city('Oslo', 'Europe/Oslo', [-1, 22], [0.4, 0.4]),
  city('Paris', 'Europe/Paris', [7, 26], [0.4, 0.28]),
  city('Reykjavík', 'Atlantic/Reykjavik', [2, 14], [0.5, 0.4]),
  city('São Paulo', 'America/Sao_Paulo', [28, 22], [0.6, 0.15]),
  city('Singapore', 'Asia/Singapore', [31, 31], [0.5, 0.45]),
  city('Sydney', 'Australia/Sydney', [27, 17], [0.35, 0.25]),
  city('Tokyo', 'Asia/Tokyo', [10, 30], [0.15, 0.4]),
  city('Zürich', 'Europe/Zurich', [4, 25], [0.35, 0.38]),
];

type JanuaryAndJuly = [january: number, july: number];

function city(
  name: string,
  timeZone: string,
  [january, july]: JanuaryAndJuly,
  [wetJanuary, wetJuly]: JanuaryAndJuly,
): DemoCity {
  return { name, key: name.normalize('NFC').toLowerCase(), timeZone, january, july, wetJanuary, wetJuly };
}
