import { formatDateTime } from '../../gateway/conventions/dateTimes.ts';
import { hashText, uuidOf } from './keyFields.ts';
import { slugOf } from './mockNames.ts';

/** What a text is of. */
export interface TextSource {
  /** The words of the field. */
  words: readonly string[];
  /** The words of the type of the object. */
  typeWords: readonly string[];
  /** The number of the object. */
  index: number;
  /** A text that differs between fields and objects. */
  seed: string;
}

const FIRST_NAMES =
  'Ada Grace Alan Edsger Barbara Donald Katherine Linus Margaret Dennis Frances Ken Hedy Tim Radia John Sophie Niklaus Mary Claude Joan Tony Annie Robin Shafi'.split(
    ' ',
  );
const LAST_NAMES =
  'Lovelace Hopper Turing Dijkstra Liskov Knuth Johnson Moore Hamilton Ritchie Allen Thompson Lamarr Berners Perlman Backus Wilson Wirth Shannon Clarke Hoare Easley Milner Goldwasser'.split(
    ' ',
  );
const CITIES = ['Berlin', 'Lisbon', 'Oslo', 'Vienna', 'Toronto', 'Kyoto', 'Nairobi', 'Lima'];
const COUNTRIES = [
  ['DE', 'Germany'],
  ['PT', 'Portugal'],
  ['NO', 'Norway'],
  ['AT', 'Austria'],
  ['CA', 'Canada'],
  ['JP', 'Japan'],
  ['KE', 'Kenya'],
  ['PE', 'Peru'],
] as const;
const REGIONS = ['Brandenburg', 'Alentejo', 'Viken', 'Tyrol', 'Ontario', 'Kansai', 'Rift Valley', 'Cusco'];
const COLORS = ['#1f77b4', '#ff7f0e', '#2ca02c', '#d62728', '#9467bd', '#8c564b'];
const COMPANIES = ['Northwind', 'Acme', 'Globex', 'Initech', 'Contoso', 'Umbrella Books'];
const SENTENCES = [
  'Made with care, and ready to use.',
  'A short text that says what this is about.',
  'Works as expected in every case we tried.',
  'The second edition, with many corrections.',
  'Please read the notes before you start.',
  'Everything one needs for a good beginning.',
];
const PEOPLE = new Set(
  'user users person people customer author member owner employee contact actor staff profile assignee creator student player reviewer sender recipient viewer patient guest editor'.split(
    ' ',
  ),
);

const pick = <T>(values: readonly T[], { index }: TextSource): T => values[index % values.length]!;
const hex = (seed: string, length: number) => {
  let text = '';
  for (let part = 0; text.length < length; part++) text += hashText(`${seed}${part}`).toString(16).padStart(8, '0');
  return text.slice(0, length);
};
const firstName = (source: TextSource) =>
  pick(FIRST_NAMES, { ...source, index: source.index + FIRST_NAMES.length - 1 });
const lastName = (source: TextSource) => pick(LAST_NAMES, { ...source, index: source.index + LAST_NAMES.length - 1 });
const personName = (source: TextSource) => `${firstName(source)} ${lastName(source)}`;
const isPerson = ({ typeWords }: TextSource) => PEOPLE.has(typeWords.at(-1) ?? '');
const isGroup = ({ typeWords }: TextSource) =>
  /^(organization|organisation|team|company|group|bot|app)$/.test(typeWords.at(-1) ?? '');
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const objectName = (source: TextSource) =>
  isPerson(source) ? personName(source) : `${capitalize(source.typeWords.join(' '))} ${source.index}`;
/** `Shipping method 7` of `shippingMethodName`. */
const partName = ({ words, index }: TextSource) => `${capitalize(words.slice(0, -1).join(' '))} ${index}`;
const url = ({ typeWords, index }: TextSource, file = '') =>
  `https://example.com/${typeWords.join('-')}/${index}${file}`;

/** By the last words of a field, joined: the first that matches. */
const TEXTS: readonly (readonly [RegExp, (source: TextSource) => string])[] = [
  [/ (first|given) name$/, firstName],
  [/ (last|family) name$| surname$/, lastName],
  [/ (full|author|customer|owner|user|contact|recipient|sender|employee) name$| (created|updated) by$/, personName],
  [/ (company|organization|organisation|vendor|brand|manufacturer)( name)?$/, (source) => pick(COMPANIES, source)],
  [/ e ?mail( address)?$/, (source) => `${slugOf(personName(source)).replaceAll('-', '.')}@example.com`],
  [/ (avatar|image|photo|picture|thumbnail|logo|icon|cover)( ur[li]| src)?$/, (source) => url(source, '.png')],
  [/ (url|uri|link|href|website|homepage|permalink|site|src|webhook|target)$/, (source) => url(source)],
  [/ (domain|host|hostname)$/, ({ index }) => `host-${index}.example.com`],
  [/ ip( address)?$/, ({ index }) => `192.0.2.${index % 256}`],
  [/ (phone|mobile|fax|telephone)( number)?$/, ({ index }) => `+1555010${String(index % 10_000).padStart(4, '0')}`],
  [/ currency( code)?$/, () => 'EUR'],
  [/ country( \w+)? code$| iso ?2$/, (source) => pick(COUNTRIES, source)[0]],
  [/ country( name)?$/, (source) => pick(COUNTRIES, source)[1]],
  [/ (city|town|locality|location)( name)?$/, (source) => pick(CITIES, source)],
  [/ (region|state|province|area|country area|county)$/, (source) => pick(REGIONS, source)],
  [/ (street|street address|address|address line|line)( ?[12])?$/, ({ index }) => `Main Street ${index}`],
  [/ (zip|zip code|postal code|postcode|zipcode|plz)$/, ({ index }) => String(10_000 + (index % 10_000))],
  [/ (language|locale|lang)( code)?$/, () => 'en'],
  [/ (timezone|time zone|tz)$/, () => 'Europe/Berlin'],
  [/ colou?r$/, (source) => pick(COLORS, source)],
  [
    / (login|username|user name|nickname)$/,
    (source) => slugOf(isGroup(source) ? objectName(source) : personName(source)),
  ],
  [/ (slug|handle)$/, (source) => slugOf(objectName(source))],
  [/ key$/, ({ index }) => `key-${index}`],
  [/ (sku|code|reference|ref|isbn|barcode|ean)$/, ({ words, index }) => `${words.at(-1)!.toUpperCase()}-${index}`],
  [/ (number|no|position|index)$/, ({ index }) => String(index)],
  [/ version$/, ({ index }) => `1.${index}.0`],
  [/ (mime type|content type|media type)$/, () => 'image/png'],
  [/ (file ?name|file|path)$/, ({ index }) => `file-${index}.pdf`],
  [/ (uuid|guid)$/, ({ index }) => uuidOf(index)],
  [/ (token|secret|hash|sha|oid|checksum|digest|fingerprint|signature)$/, ({ seed }) => hex(seed, 40)],
  [/ (ids?|pk)$/, ({ index }) => String(index)],
  [/ (at|date time|datetime|timestamp|time)$/, ({ words, index }) => formatDateTime(mockTime(words, index))],
  [/ (date|day|birthday)$/, ({ words, index }) => formatDateTime(mockTime(words, index)).slice(0, 10)],
  [/ (price|amount|cost|net|gross|tax|fee|balance|subtotal)$/, (source) => mockDecimal(source).toFixed(2)],
  [
    / (description|summary|body|text|content|bio|comment|note|notes|excerpt|message|details|about|abstract|caption|review)( html| plain| plaintext| text)?$/,
    ({ seed }) => SENTENCES[hashText(seed) % SENTENCES.length]!,
  ],
  [/ (?!(display|seo|full|short|legal|native) )\w.* name$/, partName],
  [/ (name|title|label|headline|subject|alt)$/, objectName],
];

/** A plausible text for a field, by its name and the type of its object. */
export function mockText(source: TextSource): string {
  const { words, typeWords } = source;
  const isCode = words.length === 1 && words[0] === 'code';
  const name = ` ${(isCode ? [...typeWords, 'code'] : words).join(' ')}`;
  const make = TEXTS.find(([pattern]) => pattern.test(name))?.[1];
  return make ? make(source) : `${capitalize(words.join(' '))} ${source.index}`;
}

/** What a number is of: the words of its field, the number of its object, and a text that differs between fields and objects. */
interface NumberSource {
  words: readonly string[];
  index: number;
  seed: string;
}

const RANGES: readonly (readonly [RegExp, number, number])[] = [
  [/^(rating|stars|score|priority|level)$/, 1, 5],
  [/^age$/, 18, 70],
  [/^(year|years)$/, 2020, 2026],
  [/^(month)$/, 1, 12],
  [/^(day|weekday)$/, 1, 7],
  [/^(hour)$/, 0, 23],
  [/^(minute|second)$/, 0, 59],
  [/^(percent|percentage|progress|discount)$/, 5, 95],
  [/^(latitude|lat)$/, 36, 60],
  [/^(longitude|lng|lon)$/, 0, 25],
  [/^(digits|decimals|precision|scale)$/, 2, 2],
  [/^(width|height|size|bytes)$/, 100, 1200],
  [/^(quantity|stock|available|count|total|items)$/, 1, 40],
];
const ORDINALS = new Set(['number', 'position', 'index', 'rank', 'sequence', 'order', 'id', 'no', 'pk']);
const TIMES = new Set(['at', 'timestamp', 'time', 'date', 'epoch']);

/** A whole number that is not negative, by the name of its field. */
export function mockInteger({ words, index, seed }: NumberSource): number {
  const last = words.at(-1) ?? '';
  if (ORDINALS.has(last)) return index;
  if (TIMES.has(last)) return mockTime(words, index);
  const [, minimum, maximum] = RANGES.find(([pattern]) => pattern.test(last)) ?? [undefined, 1, 99];
  return minimum + (hashText(seed) % (maximum - minimum + 1));
}

/** A number with at most two decimals, by the name of its field. */
export function mockDecimal({ words, index, seed }: NumberSource): number {
  const last = words.at(-1) ?? '';
  if (/^(rate|ratio|share|probability)$/.test(last)) return (hashText(seed) % 100) / 100;
  if (ORDINALS.has(last) || TIMES.has(last)) return mockInteger({ words, index, seed });
  // A sum of floats could be 2.4699999999999998.
  return (mockInteger({ words, index, seed }) * 100 + (hashText(`${seed}.`) % 100)) / 100;
}

const START = Date.UTC(2026, 0, 1, 8) / 1000;
const HOUR = 3600;
const DAY = 24 * HOUR;

const LATER = new Set([
  'updated',
  'modified',
  'changed',
  'edited',
  'end',
  'ends',
  'until',
  'expires',
  'expiry',
  'due',
  'last',
]);

/** Seconds since the epoch for a field, by its words: the end of something is after its start. */
export function mockTime(words: readonly string[], index: number): number {
  const isLater = words.some((word) => LATER.has(word));
  return START + (index % 1000) * 5 * HOUR + (isLater ? 30 * DAY : 0);
}
