import { type FileFormat, FormatError, type LocaleRule, type NameRule } from '../format.ts';
import { patchEntries } from '../json/entries/patch.ts';
import { type EntryProfile, faultAt, stringIn } from '../json/entries/profile.ts';
import { readEntries } from '../json/entries/read.ts';
import { TWO_SPACES } from '../json/entries/render.ts';
import { writeJsonEntries } from '../json/entries/write.ts';
import { spellLocale } from '../locale/locale-styles.ts';
import { canonicalTag, isLocaleOfImport, languageOf } from '../locale/locale-tag.ts';
import { counted } from '../text/counted.ts';
import { LOCALE_MEMBER, retargetArb } from './retarget.ts';

/** Matches the beginning of an argument of an ICU message, with its name. */
const ARGUMENT = /\{\s*([A-Za-z_$][\w$]*)\s*[,}]/g;

/**
 * Rules of Flutter's `gen-l10n` (Flutter 3.x, `gen_l10n.dart` and `gen_l10n_types.dart`): a name
 * becomes a Dart method, and each language needs a file without script and region.
 */
const nameRule: NameRule = {
  code: 'name_not_dart',
  isAllowed: (name) => /^[a-z$][A-Za-z0-9_$]*$/.test(name),
  describe: (count) =>
    `${counted(count, 'name is', 'names are')} not valid for Dart methods: gen-l10n stops with "Invalid ARB resource name"`,
};
const localeRule: LocaleRule = {
  stops: true,
  neededBy: (localeTag) => {
    const language = languageOf(localeTag);
    return language === localeTag ? null : language;
  },
  describeMissing: (needed, others) =>
    `gen-l10n needs a file of ${needed} beside that of ${others.join(', ')} and stops without it ("Arb file for a fallback, ${needed}, does not exist"); a file without messages is enough`,
};

/**
 * In an App Resource Bundle, `@name` describes the text `name`, and a member such as `@@locale`
 * describes the file.
 */
const profile: EntryProfile = {
  what: 'an ARB file',
  style: TWO_SPACES,
  followsSource: 'described',
  declarations: {
    usedIn: (text) => [...text.matchAll(ARGUMENT)].map(([, name]) => name!),
    identity: (name) => name,
    member: 'type',
    agrees: (ownType, source) => ownType === source,
    isRequired: false,
    undeclared: (name) => `the placeholder ${name} is not declared`,
  },
  nameRule,
  aboutOf: (name) => `@${name}`,
  read(member, options) {
    const { name, value } = member;
    if (name.startsWith('@@')) {
      if (name === LOCALE_MEMBER) {
        const tag = value.kind === 'string' ? canonicalTag(value.text) : null;
        if (tag === null) throw faultAt(member, `"${LOCALE_MEMBER}" is not a locale`);
        if (!isLocaleOfImport(tag, options)) {
          throw faultAt(
            member,
            `the "${LOCALE_MEMBER}" of the file is ${tag}, not ${options.localeTag}`,
          );
        }
      }
      return { kind: 'file' };
    }
    if (name.startsWith('@')) {
      if (value.kind !== 'object') throw faultAt(member, `"${name}" must be an object`);
      const described = name.slice(1);
      return {
        kind: 'about',
        name: described,
        description: stringIn(member, value, 'description', described)?.text,
      };
    }
    if (value.kind !== 'string') throw faultAt(member, 'the text must be a string');
    return { kind: 'text', name, value, description: undefined };
  },
  head: (localeTag) => [[LOCALE_MEMBER, spellLocale(localeTag, 'chrome')]],
  members({ name, text, description }) {
    if (name.startsWith('@')) {
      throw new FormatError('a name in an ARB file must not begin with "@"', { path: name });
    }
    if (description === undefined) return [[name, text]];
    return [
      [name, text],
      [`@${name}`, [['description', description]]],
    ];
  },
};

/**
 * Flutter's ARB files. A key name never indicates a plural form, because plurals are ICU messages.
 */
export const arb: FileFormat = {
  id: 'arb',
  contentType: 'application/vnd.flutter.arb+json',
  extensions: ['arb'],
  carries: ['comments'],
  multiLocale: false,
  states: null,
  needs: { arrays: null, plurals: null },
  follows: 'indentation',
  localeRule,
  nameRule,
  retarget: retargetArb,
  blocking: false,
  read: readEntries(profile),
  write: writeJsonEntries(profile),
  patch: patchEntries(profile),
};
