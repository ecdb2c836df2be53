import { expect, it } from 'vitest';
import { type Document, type FoundFile, parseDocument } from './documents.ts';
import { SaidPlurals } from './said-plurals.ts';
import { writeDocument } from './write-document.ts';

const context = { keySeparator: '.', sourceLocale: 'en' };

async function read(file: FoundFile, bytes: Uint8Array): Promise<Document> {
  const document = await parseDocument(file, bytes, context);
  if (!('rows' in document)) throw new Error(document.message);
  return document;
}

const segmentOf = (source: string, target: string) =>
  `<segment><source>${source}</source><target>${target}</target></segment>`;

it('a file without a place for a changed text is written again with all of its texts', async () => {
  const file = { spec: { format: 'xliff' }, locale: 'de', path: 'de.xlf', prefix: '', values: {} };
  const units = [
    `<unit id="a">${segmentOf('One. ', 'Eins. ')}${segmentOf('Two.', 'Zwei.')}</unit>`,
    `<unit id="b">${segmentOf('B', 'B de')}</unit>`,
  ];
  const bytes = Buffer.from(
    `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="de"><file id="f">${units.join('')}</file></xliff>`,
  );
  const document = await read(file as unknown as FoundFile, bytes);
  const edits = new Map([['de', new Map([['a', { text: 'Eins und zwei.' }]])]]);
  const written = await writeDocument(document, edits, context, {
    ...{ shape: 'flat', poWrap: true, descriptions: new Map(), sources: new Map() },
    ...{ model: null, isRails: false },
    plurals: new SaidPlurals([document], 'en'),
  });
  const { rows } = await read(file as unknown as FoundFile, written);
  const texts = rows.map(({ name, values }) => [
    name,
    values.find(({ localeTag }) => localeTag === 'de')?.text,
  ]);
  expect(texts).toEqual([
    ['a', 'Eins und zwei.'],
    ['b', 'B de'],
  ]);
});
