import { describe, expect, it } from 'vitest';
import { collectPatch, TEST_LIMITS } from '../../test/conformance/io.ts';
import { expectWellFormed } from '../../test/xmllint.ts';
import { formatById } from '../registry.ts';

/** A file of each format that is XML, with one text. */
const FILES = {
  android: '<resources>\n  <string name="a">A</string>\n</resources>\n',
  resx: '<root>\n  <data name="a" xml:space="preserve">\n    <value>A</value>\n  </data>\n</root>\n',
  xliff:
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="f" source-language="en" target-language="de" datatype="plaintext"><body><trans-unit id="a"><source>A</source><target>A</target></trans-unit></body></file></xliff>\n',
  stringsdict:
    '<plist version="1.0"><dict><key>a</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@v@</string><key>v</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string><key>NSStringFormatValueTypeKey</key><string>d</string><key>other</key><string>A</string></dict></dict></dict></plist>\n',
} as const;

const patch = async (id: keyof typeof FILES, head: string, text: string) => {
  const isFamily = id === 'stringsdict';
  const { bytes, report } = await collectPatch(
    formatById(id)!,
    Buffer.from(head + FILES[id]),
    [
      {
        name: isFamily ? 'a.other' : 'a',
        ...(isFamily && { plural: { family: 'a', category: 'other' } }),
        values: [{ localeTag: 'de', text }],
      },
    ],
    {
      keySeparator: '.',
      sourceLocaleTag: 'en',
      shape: 'flat',
      limits: TEST_LIMITS,
      localeTags: id === 'xliff' ? ['en', 'de'] : ['de'],
      missing: 'keep',
    },
  );
  return { file: bytes.toString(), report };
};

describe.each(Object.keys(FILES) as (keyof typeof FILES)[])('a file of %s in US-ASCII', (id) => {
  const head = '<?xml version="1.0" encoding="us-ascii"?>\n';

  it('declares UTF-8 with a warning if a text needs it, and is well-formed', async () => {
    const { file, report } = await patch(id, head, 'Öffnen – 日');
    expect(file).toBe(head.replace('us-ascii', 'UTF-8') + FILES[id].replace(...written(id)));
    expect(report.notices).toMatchObject([{ code: 'charset_changed' }]);
    expectWellFormed(file);
  });

  it('keeps its declaration for an ASCII text, as a UTF-8 file does for any text', async () => {
    expect((await patch(id, head, 'Open')).file).toContain(head);
    const other = head.replace('us-ascii', 'utf-8');
    const { file, report } = await patch(id, other, 'Ö');
    expect(file).toContain(other);
    expect(report.notices).toBeUndefined();
  });
});

const written = (id: keyof typeof FILES): [string, string] =>
  id === 'xliff' ? ['<target>A', '<target>Öffnen – 日'] : ['>A<', '>Öffnen – 日<'];
