import type { MatchedFile } from '@parlance/config';
import { expect, it } from 'vitest';
import { CliError } from '../fault.ts';
import { DeclaredPlurals } from './declared-plurals.ts';
import { type Document, parseDocument } from './documents.ts';
import { writeDocument } from './write-document.ts';

const context = { keySeparator: '.', sourceLocale: 'en' };

async function read(file: MatchedFile, bytes: Uint8Array): Promise<Document> {
  const document = await parseDocument(file, bytes, context);
  if (!('rows' in document)) throw new Error(document.message);
  return document;
}

const extrasFor = (document: Document): Parameters<typeof writeDocument>[3] => ({
  shape: 'flat',
  poWrap: true,
  descriptions: new Map(),
  sources: new Map(),
  model: null,
  isRails: false,
  plurals: new DeclaredPlurals([document], 'en'),
});

const unitOf = (id: string, attributes: string) =>
  `<trans-unit id="${id}"${attributes}><source>${id}</source></trans-unit>`;
const xliffOf = (units: string) =>
  `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="f" source-language="en" datatype="x"><body>${units}</body></file></xliff>`;

const segmentOf = (source: string, target: string) =>
  `<segment><source>${source}</source><target>${target}</target></segment>`;

it('a file that has no place for a changed text is rewritten with all of its texts', async () => {
  const file = { spec: { format: 'xliff' }, locale: 'de', path: 'de.xlf', prefix: '', values: {} };
  const units = [
    `<unit id="a">${segmentOf('One. ', 'Eins. ')}${segmentOf('Two.', 'Zwei.')}</unit>`,
    `<unit id="b">${segmentOf('B', 'B de')}</unit>`,
  ];
  const bytes = Buffer.from(
    `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="de"><file id="f">${units.join('')}</file></xliff>`,
  );
  const document = await read(file as unknown as MatchedFile, bytes);
  const edits = new Map([['de', new Map([['a', { text: 'Eins und zwei.' }]])]]);
  const written = await writeDocument(document, edits, context, extrasFor(document));
  const { rows } = await read(file as unknown as MatchedFile, written);
  const texts = rows.map(({ name, values }) => [
    name,
    values.find(({ localeTag }) => localeTag === 'de')?.text,
  ]);
  expect(texts).toEqual([
    ['a', 'Eins und zwei.'],
    ['b', 'B de'],
  ]);
});

it.each([
  [
    'android',
    '<resources><color name="c">#f00</color><string name="a">@string/b</string></resources>',
  ],
  [
    'resx',
    '<root><data name="a" type="System.Drawing.Icon" mimetype="x"><value>A</value></data></root>',
  ],
  ['chrome', '{"A":{"message":"x","placeholders":{"n":{"content":"$1"}}}}'],
])(
  'a file of %s that has no place for a text stays unchanged, and the error names the key',
  async (format, base) => {
    const file = { spec: { format }, locale: 'de', path: 'de.file', prefix: 'app.', values: {} };
    const document = await read(file as unknown as MatchedFile, Buffer.from(base));
    const written = writeDocument(
      document,
      new Map([['de', new Map([['a', { text: 'x' }]])]]),
      context,
      extrasFor(document),
    );
    const error = (await written.catch((reason) => reason)) as CliError;
    expect(error).toBeInstanceOf(CliError);
    expect(error.faults).toMatchObject([{ code: 'no_place', path: 'app.a', file: 'de.file' }]);
  },
);

it.each([
  [
    'resx',
    '<root>\n  <data name="a"><value>A</value><comment>{Locked="A"} of a</comment></data>\n  <data name="b"><value>B</value><comment>of b</comment></data>\n</root>\n',
    '<root>\n  <data name="a"><value>alt</value><comment>von a</comment></data>\n</root>\n',
    ['<comment>{Locked="A"} of a</comment>', '<comment>of b</comment>'],
  ],
  [
    'xliff',
    xliffOf(unitOf('a', ' maxwidth="9" size-unit="char"') + unitOf('u7', ' resname="b"')),
    xliffOf(unitOf('a', '')),
    [' maxwidth="9" size-unit="char"', '<trans-unit id="u7" resname="b"'],
  ],
  [
    'po',
    'msgid "a"\nmsgstr ""\n\n#, c-format\nmsgid "b"\nmsgstr ""\n',
    'msgid "a"\nmsgstr "alt"\n',
    ['#, c-format\nmsgid "b"\nmsgstr "neu"'],
  ],
])(
  'new and changed texts of %s get the metadata of their entries in the source file',
  async (format, source, base, parts) => {
    const file = { spec: { format }, path: 'x.file', prefix: '', values: {} };
    const of = (locale: string, content: string) =>
      read({ ...file, locale } as unknown as MatchedFile, Buffer.from(content));
    const document = await of('de', base);
    const model = await of('en', source);
    const edits = new Map([
      ['de', new Map(['a', 'b'].map((name) => [name, { text: 'neu' }] as const))],
    ]);
    const written = await writeDocument(document, edits, context, {
      ...extrasFor(document),
      model,
      sources: new Map([['b', 'B']]),
    });
    for (const part of parts) expect(Buffer.from(written).toString()).toContain(part);
  },
);

it('a name or text that a format cannot store causes an error that names the file and the key', async () => {
  for (const [format, base, name, text] of [
    ['chrome', '{}', 'menu.open', 'x'],
    ['resx', '<root/>', 'a', 'x\u0001'],
  ] as const) {
    const file = { spec: { format }, locale: 'de', path: 'de.file', prefix: '', values: {} };
    const document = await read(file as unknown as MatchedFile, Buffer.from(base));
    const edits = new Map([['de', new Map([[name, { text }]])]]);
    const written = writeDocument(document, edits, context, extrasFor(document));
    const error = (await written.catch((reason) => reason)) as CliError;
    expect(error.faults).toMatchObject([{ code: 'content_invalid', path: name, file: 'de.file' }]);
  }
});
