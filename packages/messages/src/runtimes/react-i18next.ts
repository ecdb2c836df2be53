import { i18next } from './i18next.ts';
import type { Runtime, RuntimeFault } from './runtime.ts';

/** Matches the beginning of a tag, with its name, as `<Trans>` does (html-parse-stringify, tagRE). */
const START = /<(\/?)([A-Za-z0-9!-][^\s<>/]{0,60})(?=[\s/>])/y;
/** Matches the rest of a tag. If another tag follows before a `>`, the first tag is text. */
const REST = /(?:"[^"]*"|'[^']*'|[^'"<>]|<(?![A-Za-z0-9!/-]))*>/y;

/** HTML elements that `<Trans>` supports by default (transKeepBasicHtmlNodesFor), in addition to numbered elements. */
const KEPT = ['br', 'strong', 'i', 'p'];

/**
 * True if `<Trans>` displays the text that begins with `<` after an end tag. It does so if the text
 * contains more `<` than `>`.
 */
function isShown(text: string): boolean {
  const [next] = text.split(/(?=<\/?[A-Za-z0-9][^<>]*>)/, 1);
  return next!.split('<').length > next!.split('>').length;
}

/**
 * Finds each `<` that is text and stands at the beginning or directly after a tag. `<Trans>` omits
 * everything from there to the next tag.
 */
function findLostText(text: string, source: string): RuntimeFault[] {
  if (!text.includes('<') || text === source) return [];
  const names = new Set([...source.matchAll(/<([A-Za-z0-9]+)/g)].map(([, name]) => name!));
  // `t()` displays texts without tags.
  if (names.size === 0) return [];
  for (const kept of KEPT) names.add(kept);
  const faults: RuntimeFault[] = [];
  let behind = { at: 0, isEnd: false };
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    START.lastIndex = at;
    const [head, slash, name] = START.exec(text) ?? [];
    const isNamed = head !== undefined && (names.has(name!) || /^\d+$/.test(name!));
    REST.lastIndex = START.lastIndex;
    if (isNamed && REST.test(text)) {
      behind = { at: REST.lastIndex, isEnd: slash === '/' || text[REST.lastIndex - 2] === '/' };
      at = REST.lastIndex - 1;
    } else if (
      at === behind.at &&
      (isNamed || !/[A-Za-z0-9!/-]/.test(text[at + 1] ?? '')) &&
      !(behind.isEnd && isShown(text.slice(at)))
    ) {
      faults.push({
        start: at,
        end: at + 1,
        effect: 'misread',
        detail: 'leaves out the text from < to the next tag',
        fix: '&lt;',
      });
    }
  }
  return faults;
}

export const reactI18next: Runtime = {
  title: 'react-i18next',
  versions: '18',
  format: 'i18next',
  foundBy: { npm: ['react-i18next', 'next-i18next'] },
  finds:
    'a placeholder with a line break inside, which the app shows as it is; a `<` at the beginning or directly behind a tag, at which `<Trans>` leaves out text.',
  referencesIn: i18next.referencesIn!,
  foreign: i18next.foreign!,
  findFaults: (text, source) => [
    ...i18next.findFaults!(text, source),
    ...findLostText(text, source),
  ],
  facts: i18next.facts!,
};
