// What a person types who follows the README of a recipe. A block with a name behind its language is a file; a block of `sh` is typed
// in a terminal, `sh server` in one that stays open; a block without a name behind `sh` is what that printed, where `…` stands for
// any text.
export type Step =
  | { kind: 'file'; name: string; text: string }
  | { kind: 'server'; text: string }
  | { kind: 'command'; text: string; output?: Output };

/** What a command prints: JSON as a value, or text. */
export interface Output {
  language: string;
  text: string;
}

const BLOCK = /^```(\w+)(?: +(\S+))?\n(.*?)^```$/gms;

/** The steps of a README, in order. Throws an error for a block that is no step. */
export function readRecipe(markdown: string): Step[] {
  const steps: Step[] = [];
  for (const [, language, name, text] of markdown.matchAll(BLOCK) as Iterable<string[]>) {
    const last = steps.at(-1);
    if (language === 'sh') {
      if (name !== undefined && name !== 'server') throw new Error(`A block of sh is named ${name} instead of server.`);
      steps.push({ kind: name === 'server' ? 'server' : 'command', text: text! });
    } else if (name !== undefined) {
      steps.push({ kind: 'file', name, text: text! });
    } else if (last?.kind === 'command' && last.output === undefined) {
      last.output = { language: language!, text: text! };
    } else {
      throw new Error(`A block of ${language} has no name, and follows no command:\n${text}`);
    }
  }
  return steps;
}

/** The expression that an output must match. */
export function patternOf(output: string): RegExp {
  const parts = output.trim().split('…');
  return new RegExp(`^${parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('[^]*?')}$`);
}

/** The README with every port of localhost replaced by one that `allocate` returns, in commands and files alike. */
export function withOwnPorts(markdown: string, allocate: (port: string) => number): string {
  const ports = new Set(Array.from(markdown.matchAll(/localhost:(\d{4})\b/g), ([, port]) => port!));
  return [...ports].reduce(
    (text, port) => text.replaceAll(new RegExp(`(?<![\\d.])${port}(?!\\d)`, 'g'), String(allocate(port))),
    markdown,
  );
}
