import { KINDS, THINGS, VERBS } from './messages.ts';

export interface UiString {
  readonly text: string;
  /** The sentences in Apertium's stream format with marks as superblanks: the input of a bare pipeline. */
  readonly streams: readonly string[];
}

/** Verbs whose messages are plural. One text in thirty is a plural message. */
const COUNTED: ReadonlySet<string> = new Set(['Delete', 'Share']);
/** Marks are between « and ». A plural message consists of two patterns. */
const PATTERNS = [
  (verb: string, kind: string, thing: string) => [`${verb} the ${kind} ${thing}`],
  (verb: string, kind: string, thing: string) => [`${verb} «{name}» in the ${kind} ${thing}.`],
  (verb: string, kind: string, thing: string) => [
    `${verb}: this cannot be undone. The ${kind} ${thing} is lost.`,
  ],
  (verb: string, kind: string, thing: string) => [`${verb} «%1$d» of «%2$d», ${kind} ${thing}`],
  (verb: string, kind: string, thing: string) => [
    `${verb} «<b>»the ${kind} ${thing}«</b>» of «{{owner}}»?`,
  ],
  (verb: string, kind: string, thing: string) => [
    `Ask an administrator to ${verb.toLowerCase()} the ${kind} ${thing}.`,
  ],
  (verb: string, kind: string, thing: string) => [
    `${verb} the ${kind} ${thing} at «https://example.com/help» «&amp;» try again`,
  ],
  (verb: string, kind: string, thing: string) =>
    COUNTED.has(verb) ? [`${verb} «#» ${kind} ${thing}`, `${verb} «#» ${kind} ${thing}s`] : [],
];
const MARK = /«(.*?)»/g;

/** Returns `count` distinct texts, the same on every run. Each edition has different texts. */
export function uiStrings(count: number, edition: string): UiString[] {
  const strings: UiString[] = [];
  for (const thing of THINGS) {
    for (const kind of KINDS) {
      for (const verb of VERBS) {
        for (const pattern of PATTERNS) {
          const sentences = pattern(verb, kind, thing).map((words) => `${words} ${edition}`);
          if (sentences.length > 0) strings.push(stringOf(sentences));
          if (strings.length === count) return strings;
        }
      }
    }
  }
  throw new Error(`there are ${strings.length} texts only`);
}

function stringOf(sentences: readonly string[]): UiString {
  const [one, other] = sentences.map((sentence) => sentence.replace(MARK, '$1'));
  return {
    text: other === undefined ? one! : `{count, plural, one {${one}} other {${other}}}`,
    streams: sentences.map((sentence) => sentence.replace(MARK, '[$1]')),
  };
}
