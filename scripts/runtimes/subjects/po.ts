import { defaultPluralForms } from '../../../packages/formats/src/po/plural-forms.ts';
import { po } from '../../../packages/formats/src/po/po.ts';
import type { Random } from '../../../packages/messages/test/adversary/random.ts';
import { type Entry, isForms } from '../entry.ts';
import {
  babel,
  CONTEXT_END,
  msgmerge,
  pluralIdOf,
  pythonGettext,
  symfonyPo,
} from '../readers/gettext.ts';
import type { BaseFile, Subject } from '../subject.ts';
import { anyName, asStored, borderText } from '../texts.ts';

const SHORT: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
  '\u0007': '\\a',
};

/** Returns a PO string with some octal escapes. With `random`, the string can span several lines. */
function quoted(text: string, random?: Random): string {
  const pieces = [...text].map((one) => {
    if (SHORT[one] !== undefined) {
      return SHORT[one] + (random !== undefined && random.next() < 0.3 ? '"\n"' : '');
    }
    if (/[\0-\x1f]/.test(one)) {
      return `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`;
    }
    return one;
  });
  return `"${pieces.join('')}"`;
}

function entryOf(entry: Entry, { version, localeTag, random }: BaseFile): string {
  const [context, ...id] = entry.name.split(CONTEXT_END);
  const lines: string[] = [];
  const own = entry[version];
  const isTemplate = version === 'source';
  if (random.next() < 0.3) lines.push('#  a note: "of" a translator');
  if (entry.description !== undefined) {
    // gettext continues a comment after a trailing backslash.
    const notes = entry.description.split(/\r\n|\r|\n/);
    lines.push(...notes.map((line) => `#. ${line.replace(/\\$/, '\\ ')}`));
  }
  if (random.next() < 0.5) lines.push(`#: src/a.c:${random.below(99)}`);
  if (random.next() < 0.1) lines.push('#, no-wrap');
  if (random.next() < 0.1 && !isTemplate) lines.push('#| msgid "older"');
  // Symfony assigns continuation lines of a context to the preceding text.
  if (id.length > 0) lines.push(`msgctxt ${quoted(context!)}`);
  const one = id.length > 0 ? id.join(CONTEXT_END) : context!;
  lines.push(`msgid ${quoted(one, random)}`);
  if (!isForms(own)) {
    lines.push(`msgstr ${isTemplate ? '""' : quoted(own.stored, random)}`);
    return lines.join('\n');
  }
  lines.push(`msgid_plural ${quoted(pluralIdOf(entry), random)}`);
  for (const [at, category] of defaultPluralForms(localeTag).categories.entries()) {
    const text = isTemplate ? '' : own.get(category)!.stored;
    lines.push(`msgstr[${at}] ${quoted(text, random)}`);
  }
  return lines.join('\n');
}

function poBase(file: BaseFile): string {
  const { entries, version, localeTag, random } = file;
  const isTemplate = version === 'source';
  const header = [
    'Project-Id-Version: app 1',
    ...(isTemplate ? [] : [`Language: ${localeTag}`]),
    'MIME-Version: 1.0',
    `Content-Type: text/plain; charset=${isTemplate ? 'CHARSET' : 'UTF-8'}`,
    'Content-Transfer-Encoding: 8bit',
    `Plural-Forms: ${isTemplate ? 'nplurals=INTEGER; plural=EXPRESSION;' : defaultPluralForms(localeTag).header}`,
  ];
  const obsolete = isTemplate
    ? []
    : entries
        .filter(({ fate, isPlural }) => fate === 'added' && !isPlural)
        .map(() => '')
        .concat([
          '#~ msgid "gone 1"\n#~ msgstr "fort"',
          '# note\n#~ msgctxt "a"\n#~ msgid "gone 2"\n#~ msgstr "fort"',
        ]);
  return `${[
    `# Translations of the app\n${isTemplate ? '#, fuzzy\n' : ''}msgid ""\nmsgstr ""\n${header.map((line) => `"${line}\\n"`).join('\n')}`,
    ...entries.map((entry) => entryOf(entry, file)),
    ...obsolete.filter((text) => text !== ''),
  ].join(random.next() < 0.8 ? '\n\n' : '\n')}\n`;
}

export const poText: Subject = {
  id: 'po',
  format: po,
  writing: { keySeparator: '.', shape: 'flat', poKind: 'text' },
  hasPlurals: true,
  formsOf: (localeTag) => defaultPluralForms(localeTag).categories,
  hasDescriptions: true,
  nameOf: (random, at) => {
    const name = anyName(random, at);
    return random.next() < 0.1 ? `${random.pick(['menu', '', ' a"'])}${CONTEXT_END}${name}` : name;
  },
  sourceOf: (name) => asStored(name.slice(name.indexOf(CONTEXT_END) + 1)),
  textOf: (random) => asStored(borderText(random)),
  // msgfmt rejects an entry if only one of its texts starts or ends with a line break.
  fit: (name, { stored }) => {
    const text = po.asWritten!(stored, { name });
    return asStored(text);
  },
  baseOf: poBase,
  readers: [pythonGettext, msgmerge, babel, symfonyPo],
};
