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
