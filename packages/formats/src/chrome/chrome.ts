import { type FileFormat, FormatError, type LocaleRule } from '../format.ts';
import { DECLARATIONS, type DeclarationRules } from '../json/entries/declarations.ts';
import { patchEntries } from '../json/entries/patch.ts';
import { type EntryProfile, faultAt, stringIn } from '../json/entries/profile.ts';
import { readEntries } from '../json/entries/read.ts';
import { TWO_SPACES } from '../json/entries/render.ts';
import type { JsonObject } from '../json/entries/scan.ts';
import { writeJsonEntries } from '../json/entries/write.ts';
import { spellLocale } from '../locale/locale-styles.ts';
import { counted } from '../text/counted.ts';
import type { WarningCode } from '../warnings.ts';

// Matches the message names that Chrome accepts (Chromium's `message_bundle.cc`).
const NAME = /^[A-Za-z0-9_@]+$/;
const RULE = 'a name in a messages.json has only the characters A–Z, a–z, 0–9, _ and @';

/** Locales of the Chrome Web Store (chrome.i18n, "Supported locales"). */
const STORE_LOCALES: ReadonlySet<string> = new Set(
  (
    'ar am bg bn ca cs da de el en en_AU en_GB en_US es es_419 et fa fi fil fr gu he hi hr hu id it ja kn ko ' +
    'lt lv ml mr ms nl no pl pt_BR pt_PT ro ru sk sl sr sv sw ta te th tr uk vi zh_CN zh_TW'
  ).split(' '),
);

/**
 * Matches the placeholder `$name$`. Chrome replaces placeholders before it reads `$$` as a dollar
 * sign, so `$$5$$` has the placeholder `$5$` (Chromium's `MessageBundle::ReplaceVariables`).
 */
const PLACEHOLDER = /\$([A-Za-z0-9_@]+)\$/g;

const declarations: DeclarationRules = {
  usedIn: (message) =>
    [...message.matchAll(PLACEHOLDER)].map(([, name]) => declarations.identity(name!)),
  identity: (name) => name.toLowerCase(),
  member: 'content',
  // Declarations with the same arguments may contain different texts, such as a localized address of a page.
  agrees: (ownContent, source) => argumentsIn(ownContent) === argumentsIn(source),
  isRequired: true,
  corrected: (name, ownContent, source) =>
    `the placeholder $${name}$ has the content ${ownContent}, but ${source} in the file of the source locale: Chrome would show another value`,
  undeclared: (name) =>
    `the text has the placeholder $${name}$, which its entry does not declare, so that Chrome would not load the extension; declare it in the file of the source locale`,
};

const argumentsIn = (content: string): string =>
  [...new Set(content.match(/\$[1-9]/g))].sort().join();

const localeRule: LocaleRule = {
  stops: false,
  faultOf(localeTag) {
    const locale = spellLocale(localeTag, 'chrome');
    if (STORE_LOCALES.has(locale)) return null;
    const region = new Intl.Locale(localeTag).maximize().region;
    const near = `${localeTag.split('-')[0]}_${region}`;
    const other = STORE_LOCALES.has(near) ? `; it has ${near}` : '';
    const message = `the Chrome Web Store has no locale ${locale} and ignores its folder${other}`;
    return { code: 'locale_not_in_store', message };
  },
};

function warningsOf(entry: JsonObject, message: string): WarningCode[] {
  if (message === '') return ['empty_message'];
  const used = declarations.usedIn(message);
  if (used.length === 0) return [];
  const declared = entry.members.find(({ name }) => name === DECLARATIONS)?.value;
  const names = declared?.kind === 'object' ? declared.members.map(({ name }) => name) : [];
  const declaredNames = new Set(names.map(declarations.identity));
  return used.every((name) => declaredNames.has(name)) ? [] : ['placeholder_undeclared'];
}

const describeEmpty = (count: number): string =>
  `${counted(count, 'text is', 'texts are')} empty: the Chrome Web Store rejects an extension with an empty message`;

const profile: EntryProfile = {
  what: 'a messages.json',
  hasComments: true,
  style: TWO_SPACES,
  followsSource: true,
  declarations,
  warnings: {
    empty_message: describeEmpty,
    placeholder_undeclared: (count) =>
      `${counted(count, 'message has', 'messages have')} a placeholder such as $name$ that "placeholders" does not declare: Chrome does not load the extension`,
  },
  localeRule,
  read(member) {
    const { name, value } = member;
    if (!NAME.test(name)) throw faultAt(member, RULE);
    if (value.kind !== 'object') throw faultAt(member, 'an entry must be an object');
    const message = stringIn(member, value, 'message');
    if (message === undefined) throw faultAt(member, 'the entry has no "message"');
    const description = stringIn(member, value, 'description')?.text;
    const warnings = warningsOf(value, message.text);
    return { kind: 'text', name, value: message, description, warnings };
  },
  identity: (name) => name.toLowerCase(),
  sameNames: (name) =>
    new FormatError('two names in a messages.json differ only in their case', { path: name }),
  members({ name, text, description }) {
    if (!NAME.test(name)) throw new FormatError(RULE, { path: name });
    const about = description === undefined ? [] : [['description', description] as const];
    return [[name, [['message', text], ...about]]];
  },
};

/** The files `_locales/<locale>/messages.json` of browser extensions. */
export const chrome: FileFormat = {
  id: 'chrome',
  contentType: 'application/vnd.chrome.messages+json',
  extensions: ['json'],
  carries: ['comments'],
  multiLocale: false,
  states: null,
  needs: { arrays: null, plurals: null },
  follows: 'indentation',
  localeRule,
  describeEmpty,
  correctsUnchanged: true,
  retarget: null,
  blocking: false,
  read: readEntries(profile),
  write: writeJsonEntries(profile),
  patch: patchEntries(profile),
};
