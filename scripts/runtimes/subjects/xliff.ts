import { xliff } from '../../../packages/formats/src/xliff/xliff.ts';
import type { Random } from '../../../packages/messages/test/adversary/random.ts';
import { SOURCE } from '../entries.ts';
import { type Entry, textsOf } from '../entry.ts';
import { angular } from '../readers/libraries.ts';
import { lrelease, symfonyWriter } from '../readers/programs.ts';
import type { BaseFile, Reader, Subject } from '../subject.ts';
import { anyName, asStored, borderText } from '../texts.ts';

const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};
/** Matches elements that are inline codes. A text with such an element has a code. */
const CODE_12 = /<\/?(?:x|g|ph|bx|ex|bpt|ept|it|mrk|sub)(?=[\s/>])[^<>]*>/g;
const CODE_20 = /<\/?(?:ph|pc|sc|ec|mrk|sm|em|cp)(?=[\s/>])[^<>]*>/g;
const CODE = /<\/?(?:x|g|ph|pc|bx|ex|bpt|ept|it|mrk|sm|em|sc|ec|cp|sub)(?=[\s/>])[^<>]*>/g;
/** Control characters, which XLIFF represents as codes. */
const CONTROL = /[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/;

export const xmlOf = (text: string, isAttribute = false): string =>
  text.replaceAll(
    isAttribute ? /[&<>"\r\n\t]/g : /[&<>\r]/g,
    (one) => NAMED[one] ?? `&#${one.charCodeAt(0)};`,
  );

/** Returns the content of an element. The codes of the text become elements. */
function contentOf(text: string, codes: RegExp): string {
  let written = '';
  let at = 0;
  for (const { 0: code, index } of text.matchAll(codes)) {
    written += xmlOf(text.slice(at, index)) + code;
    at = index + code.length;
  }
  return written + xmlOf(text.slice(at));
}

interface Style {
  readonly nameOf: (entry: Entry, name: string) => string;
}

function unitOf12(entry: Entry, file: BaseFile, { nameOf }: Style): string {
  const { version, random } = file;
  return textsOf(entry, version)
    .map(([name, { stored }]) => {
      const source = textsOf(entry, 'source')[0]![1].stored;
      const target =
        version === 'source'
          ? ''
          : `\n        <target${random.next() < 0.3 ? ' state="translated"' : ''}>${contentOf(stored, CODE_12)}</target>`;
      const note = random.next() < 0.3 ? '\n        <note priority="1">a note</note>' : '';
      const match =
        random.next() < 0.1 && version !== 'source'
          ? '\n        <alt-trans><source>x</source><target>y</target></alt-trans>'
          : '';
      return `      <trans-unit ${nameOf(entry, name)} xml:space="preserve">\n        <source>${contentOf(source, CODE_12)}</source>${target}${note}${match}\n      </trans-unit>`;
    })
    .join('\n');
}

const base12 = (file: BaseFile, style: Style): string => {
  const units = file.entries.map((entry) => unitOf12(entry, file, style)).join('\n');
  const target = file.version === 'source' ? '' : ` target-language="${file.localeTag}"`;
  return `<?xml version="1.0" encoding="utf-8"?>
<!-- made by hand -->
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
  <file source-language="${SOURCE}"${target} datatype="plaintext" original="file.ext">
    <header><tool tool-id="hand" tool-name="hand"/></header>
    <body>
${units}
    </body>
  </file>
</xliff>
`;
};

const base20 = (file: BaseFile, style: Style): string => {
  const { entries, version, localeTag, random } = file;
  const units = entries.map((entry, index) =>
    textsOf(entry, version)
      .map(([name, { stored }]) => {
        const source = textsOf(entry, 'source')[0]![1].stored;
        const target =
          version === 'source' ? '' : `\n        <target>${contentOf(stored, CODE_20)}</target>`;
        const notes = random.next() < 0.3 ? '\n      <notes><note>a note</note></notes>' : '';
        return `    <unit ${style.nameOf(entry, name).replace('ID', `u${index}`)} xml:space="preserve">${notes}\n      <segment>\n        <source>${contentOf(source, CODE_20)}</source>${target}\n      </segment>\n    </unit>`;
      })
      .join('\n'),
  );
  const target = version === 'source' ? '' : ` trgLang="${localeTag}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="${SOURCE}"${target}>
  <file id="messages">
${units.join('\n')}
  </file>
</xliff>
`;
};

/** Returns the names and source texts of an entry, which Symfony and Angular show for a unit without a target. */
const showsSource = (entry: Entry): [string, string][] =>
  textsOf(entry, 'source').map(([name, { shown }]) => [name, shown]);

/** Symfony drops codes. */
const symfonyXliff: Reader = {
  ...symfonyWriter('xliff'),
  showsMissing: showsSource,
  misreads: (text) => CONTROL.test(text) || new RegExp(CODE.source).test(text),
  miswrites: (name, text) => CONTROL.test(name + text) || new RegExp(CODE.source).test(name + text),
};

const base = {
  format: xliff,
  textOf: (random: Random) => asStored(borderText(random)),
  // A person's file has no such texts: Parlance reads an empty target as a missing text, and XML cannot contain control
  // characters.
  isOnlyNew: (text: string) => text === '' || CONTROL.test(text),
};

export const xliff12: Subject = {
  ...base,
  id: 'xliff 1.2 (Symfony)',
  hasDescriptions: true,
  writing: { keySeparator: '.', shape: 'flat', xliffVersion: '1.2' },
  // XML has no control characters, so a person's file has no names with them.
  nameOf: (random, at) => anyName(random, at).replaceAll(new RegExp(CONTROL.source, 'g'), ''),
  baseOf: (file) =>
    base12(file, {
      nameOf: (_, name) =>
        `id="i${name.length}-${file.random.below(2 ** 31)}" resname="${xmlOf(name, true)}"`,
    }),
  readers: [symfonyXliff],
};

export const xliff20: Subject = {
  ...xliff12,
  id: 'xliff 2.0 (Symfony)',
  writing: { keySeparator: '.', shape: 'flat', xliffVersion: '2.0' },
  // The id of a code must be unique in its unit.
  textOf: (random) => asStored(base.textOf(random).stored.replaceAll('<ph id="0"/>', '<br>')),
  baseOf: (file) => base20(file, { nameOf: (_, name) => `id="ID" name="${xmlOf(name, true)}"` }),
};

const angularText = (random: Random, code: string, shown: string) => {
  // Angular treats braces as ICU messages.
  const text = borderText(random).replaceAll(CODE, 'x').replaceAll(/[{}]/g, '');
  if (CONTROL.test(text) || random.next() < 0.6) {
    const plain = text.replaceAll(new RegExp(CONTROL.source, 'g'), '');
    return asStored(plain);
  }
  return { stored: `${text} ${code} x`, shown: `${text} ${shown} x` };
};

const angularId = (_: Random, at: number): string => String(4_000_000_000_000 + at);

export const angular12: Subject = {
  ...base,
  id: 'xliff 1.2 (Angular)',
  writing: { keySeparator: '.', shape: 'flat', xliffVersion: '1.2' },
  nameOf: angularId,
  textOf: (random) =>
    angularText(random, '<x id="INTERPOLATION" equiv-text="{{name}}"/>', '{$INTERPOLATION}'),
  baseOf: (file) => base12(file, { nameOf: (_, name) => `id="${name}" datatype="html"` }),
  readers: [{ ...angular('Xliff1TranslationParser'), showsMissing: showsSource }],
};

export const angular20: Subject = {
  ...base,
  id: 'xliff 2.0 (Angular)',
  writing: { keySeparator: '.', shape: 'flat', xliffVersion: '2.0' },
  nameOf: angularId,
  textOf: (random) =>
    random.next() < 0.5
      ? angularText(
          random,
          '<ph id="0" equiv="INTERPOLATION" disp="{{name}}"/>',
          '{$INTERPOLATION}',
        )
      : angularText(
          random,
          '<pc id="1" equivStart="START_LINK" equivEnd="CLOSE_LINK" type="link">y</pc>',
          '{$START_LINK}y{$CLOSE_LINK}',
        ),
  baseOf: (file) => base20(file, { nameOf: (_, name) => `id="${name}"` }),
  readers: [{ ...angular('Xliff2TranslationParser'), showsMissing: showsSource }],
};

export const xliffQt: Subject = {
  ...base,
  id: 'xliff 1.2 (Qt)',
  writing: { keySeparator: '.', shape: 'flat', xliffVersion: '1.2' },
  nameOf: (_, at) => `_msg${at}`,
  sourceOf: (name) => asStored(`Source text of ${name}`),
  baseOf: (file) => base12(file, { nameOf: (_, name) => `id="${name}"` }),
  readers: [
    {
      ...lrelease,
      shows: (entry, version) =>
        textsOf(entry, version).flatMap(([, { shown }]): [string, string][] =>
          shown === '' ? [] : [[textsOf(entry, 'source')[0]![1].stored, shown]],
        ),
      // TS files contain a raw carriage return, which XML reads as a line feed.
      misreads: (text) =>
        /\r/.test(text) || CONTROL.test(text) || new RegExp(CODE.source).test(text),
    },
  ],
};
