import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** A text of an interface, with what must be left of it in any language. */
export interface UiString {
  readonly text: string;
  /** The placeholders, tags, entities and addresses in it, in their order. */
  readonly marks: readonly string[];
  /** Its sentences as Apertium's stream text, the marks in superblanks: what a bare pipeline gets. */
  readonly streams: readonly string[];
}

const VERBS = ['Save', 'Delete', 'Open', 'Rename', 'Share', 'Review', 'Approve', 'Schedule'];
const KINDS = ['new', 'archived', 'shared', 'pending', 'recent'];
const THINGS = ['project', 'invoice', 'member', 'report', 'address', 'translation', 'calendar'];
/** One in thirty texts is a plural message. */
const COUNTED: ReadonlySet<string> = new Set(['Delete', 'Share']);
/** Marks are between « and »; a plural message is two of them. */
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

/** `count` different texts, the same ones at every run; those of another edition differ. */
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
    marks: [...sentences[0]!.matchAll(MARK)].map(([, mark]) => mark!),
    streams: sentences.map((sentence) => sentence.replace(MARK, '[$1]')),
  };
}

/**
 * Whether a translation has lost, gained or torn a mark, or a plural message its form. Knows nothing
 * of the service: it counts, and asks the parser of ICU messages.
 */
export function isBroken({ marks, streams }: UiString, target: string, locale: string) {
  if (streams.length === 1)
    return !hasMarks(target, marks) || /[{<%&]/.test(without(target, marks));
  const leaves = pluralLeaves(target);
  const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  return (
    leaves === null ||
    leaves.size !== categories.length ||
    !categories.every((category) => leaves.get(category) === 1)
  );
}

function hasMarks(target: string, marks: readonly string[]): boolean {
  const places = marks.map((mark) => target.indexOf(mark));
  const isEachOnce = marks.every((mark) => target.split(mark).length === 2);
  const opened = marks.indexOf('<b>');
  return isEachOnce && (opened < 0 || places[opened]! < places[opened + 1]!);
}

const without = (target: string, marks: readonly string[]): string =>
  marks.reduce((rest, mark) => rest.replace(mark, ''), target);

/** How many `#` each category of a plural message has; null for what is none. */
function pluralLeaves(target: string): Map<string, number> | null {
  try {
    const [plural, ...rest] = parse(target);
    if (plural?.type !== TYPE.plural || rest.length > 0 || plural.value !== 'count') return null;
    return new Map(
      Object.entries(plural.options).map(([category, { value }]) => [
        category,
        value.filter(({ type }) => type === TYPE.pound).length,
      ]),
    );
  } catch {
    return null;
  }
}
