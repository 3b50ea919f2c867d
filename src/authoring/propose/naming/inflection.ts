/** order, lines is order, line. */
export function singularNoun(words: readonly string[]): string[] {
  const head = headOf(words);
  return words.map((word, index) => (index === head ? singularOf(word) : word));
}

/** order, line is order, lines. */
export function pluralNoun(words: readonly string[]): string[] {
  const head = headOf(words);
  return words.map((word, index) => (index === head ? pluralOf(word) : word));
}

export function isPluralNoun(words: readonly string[]): boolean {
  return isPlural(words[headOf(words)]!);
}

/** The word that is in the plural where the noun is: codes of conduct, projects v2. */
function headOf(words: readonly string[]): number {
  const of = words.indexOf('of');
  const last = of > 0 ? of - 1 : words.length - 1;
  return last > 0 && /^v\d+$/.test(words[last]!) ? last - 1 : last;
}

export function kebabCase(words: readonly string[]): string {
  return words.join('-');
}

/** What a noun is called for short, the longest first: team, member and member. */
export function shortNouns(noun: readonly string[]): string[][] {
  const plain = noun.slice(0, headOf(noun) + 1);
  const suffixes = noun.map((_, at) => noun.slice(at)).filter((each, at) => at === 0 || !/^v\d+$/.test(each[0]!));
  return plain.length < noun.length ? [...suffixes, ...plain.map((_, at) => plain.slice(at))] : suffixes;
}

/** Whether a name such as `orderId`, `order_id`, `order` or `id` identifies an order. */
export function namesNoun(name: readonly string[], noun: readonly string[]): boolean {
  const text = name.join(' ');
  const whole = noun.join(' ');
  const short = shortNouns(noun).at(-1)!.join(' ');
  return [whole, short].some((each) => ['', ' id', ' uuid', ' number'].some((suffix) => text === `${each}${suffix}`));
}

/** `artworkId` and `rowIds` for `artworkID` and `rowIDs`: one spelling for all ids. */
export function spellId(name: string): string {
  return name.replace(/(?<=[a-z\d])ID(?=s?$)/, 'Id');
}

// The plural and the singular of English nouns, as far as names of types and fields need them.

const IRREGULAR: Readonly<Record<string, string>> = {
  person: 'people',
  child: 'children',
  man: 'men',
  woman: 'women',
  foot: 'feet',
  tooth: 'teeth',
  goose: 'geese',
  mouse: 'mice',
  leaf: 'leaves',
  life: 'lives',
  knife: 'knives',
  half: 'halves',
  shelf: 'shelves',
  wolf: 'wolves',
  criterion: 'criteria',
  phenomenon: 'phenomena',
  analysis: 'analyses',
  basis: 'bases',
  crisis: 'crises',
  diagnosis: 'diagnoses',
  thesis: 'theses',
  axis: 'axes',
  index: 'indexes',
  vertex: 'vertices',
  matrix: 'matrices',
  quiz: 'quizzes',
  movie: 'movies',
  cookie: 'cookies',
  hero: 'heroes',
  echo: 'echoes',
  potato: 'potatoes',
  tomato: 'tomatoes',
  cache: 'caches',
  lie: 'lies',
  tie: 'ties',
  pie: 'pies',
  zombie: 'zombies',
  gas: 'gases',
  bus: 'buses',
  bonus: 'bonuses',
  campus: 'campuses',
  virus: 'viruses',
  lens: 'lenses',
  alias: 'aliases',
  atlas: 'atlases',
  canvas: 'canvases',
  bias: 'biases',
};

/** Nouns without a plural of their own. */
const UNCOUNTABLE = new Set([
  'metadata',
  'media',
  'data',
  'staff',
  'info',
  'information',
  'inventory',
  'equipment',
  'feedback',
  'news',
  'series',
  'species',
  'software',
  'hardware',
  'money',
  'content',
  'settings',
  'preferences',
  'details',
  'meta',
  'analytics',
  'sheep',
  'fish',
  'history',
  'progress',
  'status',
  'sms',
  'dns',
  'gps',
  'aws',
  'https',
  'css',
  'ios',
  'tls',
  'sso',
]);

/** Uncountable as a word of its own, but counted in a list. */
const COUNTED: Readonly<Record<string, string>> = {
  status: 'statuses',
  inventory: 'inventories',
  history: 'histories',
  content: 'contents',
};

const SINGULARS = new Map(Object.entries(IRREGULAR).map(([singular, plural]) => [plural, singular]));
for (const [singular, plural] of Object.entries(COUNTED)) SINGULARS.set(plural, singular);

/** The plural of a word in lower case; of one that is plural already, the word. */
export function pluralOf(word: string): string {
  if (Object.hasOwn(COUNTED, word)) return COUNTED[word]!;
  if (UNCOUNTABLE.has(word)) return word;
  if (isPlural(word)) return word;
  if (Object.hasOwn(IRREGULAR, word)) return IRREGULAR[word]!;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  if (/(?:s|x|z|ch|sh)$/.test(word)) return `${word}es`;
  return `${word}s`;
}

/** The singular of a word in lower case; of one that is singular already, the word. */
export function singularOf(word: string): string {
  if (UNCOUNTABLE.has(word) || !isPlural(word)) return word;
  const known = SINGULARS.get(word);
  if (known !== undefined) return known;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** Whether a word in lower case is a plural; a word without one of its own is none. */
export function isPlural(word: string): boolean {
  if (SINGULARS.has(word)) return true;
  if (UNCOUNTABLE.has(word) || Object.hasOwn(IRREGULAR, word) || Object.hasOwn(COUNTED, word)) return false;
  return (
    /[^s]s$/.test(word) && (!/(?:us|is)$/.test(word) || /(?:menu|sku|cpu|gpu|api|emoji|kpi|ski|taxi)s$/.test(word))
  );
}
