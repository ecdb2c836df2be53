import type { KeyReference, Runtime, RuntimeFault, TextRange } from './runtime.ts';
import { trimmed } from './split-at.ts';

const ESCAPE = /\\[{}@|\\]/y;
/** Matches a named or numbered value, or a literal, with its braces. */
const PLACEHOLDER =
  /\{\s*(?:[A-Za-z_][\w$-]*|-?\d+|'(?:[^'\\\n]|\\['\\]|\\u[\dA-Fa-f]{4})*')\s*\}/y;
/** Matches a link to another text. Its key ends before a space, a parenthesis, `|`, `@` or `{`. */
const LINK = /@(?:\.[A-Za-z]+)?:(?:[^\s()|@{][^ ()|@{]*|(?=\{))/y;
/** Matches a link whose key is in braces. The key ends at the closing brace. */
const QUOTED_KEY = /(@(?:\.[A-Za-z]+)?:)\{\s*'([^']*)'\s*\}/g;

function* partsOf(text: string): Generator<TextRange & { kind: 'code' | 'pipe' | 'fault' }, void> {
  for (let index = 0; index < text.length; ) {
    const char = text[index]!;
    let end = index + 1;
    if (char === '\\') {
      end = endAt(ESCAPE, text, index) ?? end;
    } else if (char === '|') {
      yield { kind: 'pipe', start: index, end };
    } else if (char === '{' || char === '@') {
      const code = endAt(char === '{' ? PLACEHOLDER : LINK, text, index);
      yield { kind: code === null ? 'fault' : 'code', start: index, end: code ?? end };
      end = code ?? end;
    } else if (char === '}') {
      yield { kind: 'fault', start: index, end };
    }
    index = end;
  }
}

function endAt(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

const HINT = /[{}@|]/;

const keyOf = (link: string): string => link.slice(link.indexOf(':') + 1);

/** Returns the keys to which a text links, except keys in braces. */
const linksOf = (text: string): string[] =>
  [...partsOf(text)]
    .map(({ start, end }) => text.slice(start, end))
    .filter((part) => part.startsWith('@') && part.length > 1 && !part.endsWith(':'))
    .map(keyOf);

/** Matches a name in braces behind the head of a link, as in `@:{'cart.pay'}`. */
const QUOTED_NAME = /^\{\s*'([^'\\]+)'\s*\}$/;

/** Returns the keys to which a text links. The name of a link such as `@:{name}` is a value. */
function referencesIn(text: string): KeyReference[] {
  if (!text.includes('@')) return [];
  const names: string[] = [];
  let headEnd = -1;
  for (const { kind, start, end } of partsOf(text)) {
    const part = text.slice(start, end);
    if (kind === 'code' && part.startsWith('@')) {
      if (part.endsWith(':')) headEnd = end;
      else names.push(keyOf(part));
    } else if (start === headEnd) {
      names.push(...(QUOTED_NAME.exec(part)?.slice(1) ?? []));
    }
  }
  return names.map((name) => ({ name, isOptional: false }));
}

function findFaults(text: string, source: string): RuntimeFault[] {
  if (!HINT.test(text)) return [];
  const sourceLinks = text.includes('@') && text !== source ? linksOf(source) : null;
  const faults: RuntimeFault[] = [];
  for (const { kind, start, end } of partsOf(text)) {
    const part = text.slice(start, end);
    if (kind === 'fault') {
      faults.push({
        start,
        end,
        effect: 'refused',
        detail: `throws at a single ${part}`,
        fix: `{'${part}'}`,
      });
    } else if (sourceLinks && part.startsWith('@') && !part.endsWith(':')) {
      const key = keyOf(part);
      if (sourceLinks.includes(key)) continue;
      const meant = sourceLinks
        .filter((one) => key.startsWith(one))
        .sort((a, b) => b.length - a.length)[0];
      const head = part.slice(0, part.length - key.length);
      faults.push({
        start,
        end,
        effect: 'misread',
        detail: `reads ${key} as the key of the link`,
        ...(meant && { fix: `${head}{'${meant}'}${key.slice(meant.length)}` }),
      });
    }
  }
  const forms = formsOf(text);
  const empty = forms.length > 1 && forms.find(({ start, end }) => start === end);
  if (empty) {
    const before = text.lastIndexOf('|', empty.start - 1);
    const start = before < 0 ? text.indexOf('|') : before;
    faults.push({ start, end: start + 1, effect: 'refused', detail: 'throws at an empty form' });
  }
  return faults;
}

function formsOf(text: string): TextRange[] {
  const ranges: TextRange[] = [];
  let from = 0;
  const add = (to: number): void => void ranges.push(trimmed(text, from, to));
  if (text.includes('|')) {
    for (const { kind, start, end } of partsOf(text)) {
      if (kind !== 'pipe') continue;
      add(start);
      from = end;
    }
  }
  add(text.length);
  return ranges;
}

/** Finds the texts that the message compiler of Vue I18n 11 rejects or shows incorrectly. The tests compare both. */
export const vueI18n: Runtime = {
  title: 'Vue I18n',
  versions: '11',
  format: 'auto',
  foundBy: { npm: ['vue-i18n', '@nuxtjs/i18n'] },
  finds:
    'a single `@`, `{` or `}`, an empty form: the component throws. `|` in a text without forms; a link to another text with a sign behind its key. Each form of a plural is compared by itself.',
  facts: {
    empty: 'an empty text',
    missing: 'the fallback language, or the key',
    noValue: 'an empty text',
    forms:
      'the place of the form for the number: two forms for 1 and the rest, three for 0, 1 and the rest; the app may give a rule',
  },
  referencesIn,
  foreign: /^%|^\{\s*'/,
  asFormat: (text) => (text.includes("{'") ? text.replace(QUOTED_KEY, '$1$2') : text),
  findFaults,
  forms: {
    split: formsOf,
    // An app may define a rule for languages with more forms.
    needed: () => 2,
    separator: { sign: '|', fix: "{'|'}" },
  },
};
