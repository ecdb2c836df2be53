import { strings } from '../../../packages/formats/src/apple/strings/strings.ts';
import { stringsdict } from '../../../packages/formats/src/apple/stringsdict/stringsdict.ts';
import type { Random } from '../../../packages/messages/test/adversary/random.ts';
import { isForms, textsOf } from '../entry.ts';
import { gnustep, npmPlist, plistlib } from '../readers/gnustep.ts';
import type { BaseFile, Subject } from '../subject.ts';
import { anyName, asStored, borderText, escaped, hexOf, isSimple, plainName } from '../texts.ts';
import { xmlOf } from './xliff.ts';

const NAMED: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\t': '\\t',
};

function quoted(text: string, random: Random): string {
  if (random.next() < 0.3) return `"${escaped(text, (unit) => `\\U${hexOf(unit)}`)}"`;
  const isRaw = random.next() < 0.3;
  return `"${text.replaceAll(/["\\\n\t\0-\x1f]/g, (one) =>
    isRaw && one === '\n' ? one : (NAMED[one] ?? `\\U${hexOf(one)}`),
  )}"`;
}

function stringsBase({ entries, version, random }: BaseFile): string {
  const lines = ['/* Texts of the app: "a" = "b"; */', ''];
  for (const entry of entries) {
    for (const [name, { stored }] of textsOf(entry, version)) {
      if (random.next() < 0.2) lines.push('// "gone" = "commented out";');
      if (entry.description !== undefined)
        lines.push(`/* ${entry.description.replaceAll('*/', '* /')} */`);
      const key = /^[a-z_]+\d+$/.test(name) && random.next() < 0.5 ? name : quoted(name, random);
      const text =
        isSimple(stored) && !stored.includes(' ') && random.next() < 0.5
          ? stored
          : quoted(stored, random);
      lines.push(`${key}${random.pick([' = ', '=', ' =\n    '])}${text};`);
      if (random.next() < 0.3) lines.push('');
    }
  }
  return `${lines.join('\n')}\n`;
}

export const stringsSubject: Subject = {
  id: 'strings',
  format: strings,
  writing: { keySeparator: null, shape: 'flat' },
  hasDescriptions: true,
  nameOf: (random, at) => anyName(random, at).replace(/^\ufeff/, ''),
  textOf: (random) => asStored(borderText(random)),
  baseOf: stringsBase,
  // GNUstep drops U+FEFF at the start of a text.
  readers: [{ ...gnustep, misreads: (text) => text.startsWith('\ufeff') }],
};

const stringOf = (text: string): string => `<string>${xmlOf(text)}</string>`;

function stringsdictBase({ entries, version, random }: BaseFile): string {
  const dicts = entries.map((entry) => {
    const value = entry[version];
    if (!isForms(value)) throw new Error('a stringsdict has plurals only');
    const variable = random.pick(['value', 'count', 'files']);
    const forms = [...value].map(
      ([category, { stored }]) => `\t\t\t<key>${category}</key>\n\t\t\t${stringOf(stored)}\n`,
    );
    const note = random.next() < 0.2 ? '\t<!-- a note -->\n' : '';
    return `${note}\t<key>${xmlOf(entry.name)}</key>
\t<dict>
\t\t<key>NSStringLocalizedFormatKey</key>
\t\t<string>%#@${variable}@</string>
\t\t<key>${variable}</key>
\t\t<dict>
\t\t\t<key>NSStringFormatSpecTypeKey</key>
\t\t\t<string>NSStringPluralRuleType</string>
\t\t\t<key>NSStringFormatValueTypeKey</key>
\t\t\t<string>d</string>
${forms.join('')}\t\t</dict>
\t</dict>
`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
${dicts.join('')}</dict>
</plist>
`;
}

export const stringsdictSubject: Subject = {
  id: 'stringsdict',
  format: stringsdict,
  writing: { keySeparator: '.', shape: 'flat' },
  hasPlurals: true,
  hasPluralsOnly: true,
  hasDescriptions: true,
  nameOf: (random, at) => (random.next() < 0.5 ? plainName(random, at) : anyName(random, at)),
  // A text with a variable needs its dictionary.
  textOf: (random) => asStored(borderText(random).replaceAll(/%#@/g, '%d')),
  baseOf: stringsdictBase,
  readers: [
    plistlib,
    npmPlist,
    // GNUstep also treats \U0041 as an escape in XML, and drops U+FEFF after white space and references.
    { ...gnustep, misreads: (text) => /\ufeff|\\U[\da-f]{4}/i.test(text) },
  ],
};
