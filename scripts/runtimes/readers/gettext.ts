import { existsSync, readFileSync } from 'node:fs';
import { defaultPluralForms } from '../../../packages/formats/src/po/plural-forms.ts';
import { type Entry, isForms, textsOf, type Version } from '../entry.ts';
import { output, PYTHON, run, versionOf } from '../programs.ts';
import type { Reader, Shown, TestFile } from '../subject.ts';
import { pythonReader, readCompiled, symfony } from './programs.ts';

/** Separates the context from the message id in the name of a key. */
export const CONTEXT_END = '\u0004';

/** Returns the plural form of the source, which is a part of the identity of an entry. */
export const pluralIdOf = ({ source }: Entry): string =>
  isForms(source) ? source.get('other')!.stored : '';

const NUMBERS = [...Array.from({ length: 130 }, (_, n) => n), 1000, 1001, 100_000, 1_000_000];

/** msgfmt compiles the file, and Python's gettext returns the texts. */
export const pythonGettext: Reader = {
  name: 'msgfmt and Python gettext',
  version: () => `${versionOf('msgfmt', '--version')}, ${versionOf(PYTHON, '--version')}`,
  read: (files) => readMo(files, false),
  shows: showsByNumber,
  rewrite({ path }, to) {
    // msgmerge adds, sorts and wraps entries, as in the daily work of a project.
    output('msgmerge', ['-q', '-N', '-o', to, path, path]);
    // msgmerge writes no catalog without entries.
    return readFileSync(existsSync(to) ? to : path);
  },
};

/** msgmerge merges the file with itself, and the result is compiled. */
export const msgmerge: Reader = {
  name: 'msgmerge',
  version: () => versionOf('msgmerge', '--version'),
  read: (files) => readMo(files, true),
  shows: showsByNumber,
};

const readMo = (files: readonly TestFile[], isMerged: boolean): Promise<Shown[]> =>
  readCompiled(
    files,
    'mo',
    (path, mo) => {
      const from = isMerged ? `${path}.merged.po` : path;
      const merged = isMerged ? run('msgmerge', ['-q', '-N', '-o', from, path, path]) : null;
      if (merged !== null && merged.status !== 0) return merged.stderr;
      const { status, stderr } = run('msgfmt', ['-c', '-o', mo, from]);
      return status !== 0 || /: error:/.test(stderr) ? stderr : null;
    },
    pythonReader('Python gettext', 'mo', NUMBERS.join()),
  );

function showsByNumber(entry: Entry, version: Version, localeTag: string): [string, string][] {
  const value = entry[version];
  if (!isForms(value)) {
    return value.shown === '' ? [] : [[entry.name, value.shown]];
  }
  const rules = new Intl.PluralRules(localeTag);
  const known = defaultPluralForms(localeTag).categories;
  return NUMBERS.map((number) => {
    const category = rules.select(number);
    const chosen = known.includes(category) ? category : 'other';
    return [`${entry.name}#${number}`, value.get(chosen)!.shown];
  });
}

/** Returns the forms of a plural in file order. */
function showsByIndex(entry: Entry, version: Version, localeTag: string): [string, string][] {
  if (!isForms(entry[version])) {
    return textsOf(entry, version).flatMap(([name, { shown }]) =>
      shown === '' ? [] : [[name, shown] as [string, string]],
    );
  }
  const forms = entry[version];
  return defaultPluralForms(localeTag).categories.map((category, index) => [
    `${entry.name}[${index}]`,
    forms.get(category)!.shown,
  ]);
}

export const babel: Reader = {
  ...pythonReader('Babel', 'babel'),
  version: () => output(PYTHON, ['-c', 'import babel; print(babel.__version__)']).trim(),
  shows: showsByIndex,
  // Babel decodes only the escapes of line feed, tab, carriage return, quotation mark and backslash. It drops an entry
  // whose first form is empty.
  misreads: (text) => /[\0-\x08\v\f\x0e-\x1f\x7f]/.test(text),
};

/** True for the output of an entry without a translation. */
const isUntranslated = (text: string): boolean => /^\|*$/.test(text);

/** Symfony does not support contexts in PO, and shows the forms of a plural as one text. */
export const symfonyPo: Reader = {
  ...symfony('po'),
  read: async (files) => {
    const all = await symfony('po').read(files);
    return all.map((shown) => {
      if ('error' in shown) return shown;
      const texts = Object.entries(shown.texts).filter(([, text]) => !isUntranslated(text));
      return { texts: Object.fromEntries(texts) };
    });
  },
  shows(entry, version, localeTag) {
    const id = entry.name.slice(entry.name.indexOf(CONTEXT_END) + 1);
    const value = entry[version];
    // Symfony ignores an entry with a context and an empty id.
    if (id === '') return [];
    if (!isForms(value)) return value.shown === '' ? [] : [[id, value.shown]];
    const { categories } = defaultPluralForms(localeTag);
    const forms = categories.map((category) => value.get(category)!.shown);
    return [[`${id}|${pluralIdOf(entry)}`, forms.join('|')]];
  },
  misreads: isUntranslated,
};
