import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FILE_FORMATS, type FileFormatName, type Project } from '@parlance/contracts';
import { formatById } from '@parlance/formats';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inBreadth } from '../../../../../scripts/tests/test-breadth.ts';
import { createProject, createTenant, type Tenant } from '../../../test/app/build.ts';
import { type Refusal, refusalIn, sendRaw } from '../../../test/app/refusal.ts';
import { countRows, storedTexts } from '../../../test/content/import.ts';
import { makeZip } from '../../../test/content/make-zip.ts';
import { type MeasuredApp, startMeasuredApp } from '../../../test/measure/measured-app.ts';

let app: MeasuredApp;
let tenant: Tenant;
let project: Project;

beforeAll(async () => {
  app = await startMeasuredApp();
  tenant = await createTenant(app);
});
afterAll(() => app?.close());
beforeEach(async () => {
  project = await createProject(tenant.client);
});

const contentTypeOf = (format: FileFormatName): string => formatById(format)!.contentType;

const PO_START = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n';
const PLIST_START = '<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0">';
const XLIFF_START =
  '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en"><file id="f">';
const XLIFF_END = '</file></xliff>';
const unitOf = (source: string) =>
  `<unit id="a"><segment><source>${source}</source></segment></unit>`;

const fileOf: Record<FileFormatName, (text: string) => string> = {
  json: (text) => `{"a":"${text}"}`,
  csv: (text) => `key,en\na,"${text}"\n`,
  yaml: (text) => `a: "${text}"\n`,
  xliff: (text) => `${XLIFF_START}${unitOf(text)}${XLIFF_END}`,
  po: (text) => `${PO_START}msgid "a"\nmsgstr "${text}"\n`,
  android: (text) => `<resources><string name="a">${text}</string></resources>`,
  strings: (text) => `"a" = "${text}";\n`,
  stringsdict: (text) =>
    `${PLIST_START}<dict><key>a</key><dict><key>NSStringLocalizedFormatKey</key><string>${text}</string></dict></dict></plist>`,
  xcstrings: (text) =>
    `{"sourceLanguage":"en","version":"1.0","strings":{"a":{"localizations":{"en":{"stringUnit":{"state":"translated","value":"${text}"}}}}}}`,
  properties: (text) => `a=${text}\n`,
  arb: (text) => `{"a":"${text}"}`,
  formatjs: (text) => `{"a":{"defaultMessage":"${text}"}}`,
  chrome: (text) => `{"a":{"message":"${text}"}}`,
  resx: (text) => `<root><data name="a"><value>${text}</value></data></root>`,
};
const LONG_LINES: readonly FileFormatName[] = ['json', 'csv', 'yaml', 'xliff'];

const pluralPo = (expression: string, count = '2') =>
  `${PO_START.replace('\n\n', '\n')}"Plural-Forms: nplurals=${count}; plural=${expression};\\n"\n\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] "x"\nmsgstr[1] "y"\n`;

const MIB = 1024 * 1024;

const post = (format: FileFormatName, body: RequestInit['body']): Promise<Response> => {
  const path = `/v1/i18n/projects/${project.id}/import?locale=en`;
  return sendRaw(app, tenant, path, body, { 'Content-Type': contentTypeOf(format) });
};

/**
 * Expects that a file is rejected without a change in the database, and that other requests are
 * answered during the check.
 */
async function refused(
  format: FileFormatName,
  body: RequestInit['body'] | (() => RequestInit['body']),
  status = 422,
): Promise<Refusal> {
  const bodyOf = typeof body === 'function' ? body : () => body;
  const rowsBefore = await countRows(app);
  let refusal: Refusal | undefined;
  await app.expectShortTurns(async () => {
    refusal = await post(format, bodyOf()).then(refusalIn);
    expect(refusal).toMatchObject({
      status,
      code: status === 413 ? 'payload_too_large' : 'content_invalid',
    });
  });
  expect(await countRows(app)).toEqual(rowsBefore);
  return refusal!;
}

/**
 * Waits until the service uses almost as little memory as before. Buffers are released only some time after a request.
 */
async function comesBackTo(beforeBytes: number): Promise<void> {
  const moreBytes = async () => (await app.usedBytes()) - beforeBytes;
  await expect.poll(moreBytes).toBeLessThan(32 * MIB);
}

/** Returns a stream that consists of `before`, `size` bytes of one character, and `after`. */
function streamOf(before: string, after: string, size: number): ReadableStream<Uint8Array> {
  let left = size;
  const encoder = new TextEncoder();
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(before)),
    pull(controller) {
      const length = Math.min(left, MIB);
      left -= length;
      if (length > 0) return controller.enqueue(new Uint8Array(length).fill(0x78));
      controller.enqueue(encoder.encode(after));
      controller.close();
    },
  });
}

describe('an import of a hostile file', () => {
  it('rejects a YAML alias bomb with the position of the first anchor', async () => {
    const lists = Array.from({ length: 30 }, (_, n) => {
      const items =
        n === 0
          ? '"lol"'
          : Array(9)
              .fill(`*a${n - 1}`)
              .join(', ');
      return `a${n}: &a${n} [${items}]\n`;
    });
    const refusal = await refused('yaml', lists.join(''));
    expect(refusal.errors[0]).toMatchObject({ line: 1, column: 5 });
    expect(refusal.detail).toMatch(/anchor|alias/);
  });

  it('rejects an XML entity bomb because of its DOCTYPE', async () => {
    let entities = '<!ENTITY a0 "lol">';
    for (let n = 1; n < 30; n++) entities += `<!ENTITY a${n} "&a${n - 1};&a${n - 1};">`;
    const bomb = `<!DOCTYPE xliff [${entities}]>${fileOf.xliff('&a29;')}`;
    const refusal = await refused('xliff', bomb);
    expect(refusal.detail).toContain('DOCTYPE');
    expect(refusal.errors[0]).toMatchObject({ line: 1, column: 1 });
  });

  it('fetches no external entities', async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      response.end('<!ENTITY x "fetched">');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
      const plain = fileOf.xliff('a');
      await refused('xliff', `<!DOCTYPE xliff SYSTEM "${url}">${plain}`);
      await refused('xliff', `<!DOCTYPE xliff PUBLIC "-//x" "${url}">${plain}`);
      const local = fileOf.xliff('&x;');
      await refused('xliff', `<!DOCTYPE xliff [<!ENTITY x SYSTEM "${url}">]>${local}`);
      await refused('xliff', `<!DOCTYPE xliff [<!ENTITY x SYSTEM "file:///etc/passwd">]>${local}`);
      await refused('xliff', `<!DOCTYPE xliff [<!ENTITY % x SYSTEM "${url}"> %x;]>${plain}`);
      const styled = await post('xliff', `<?xml-stylesheet href="${url}"?>${plain}`);
      expect(styled.status).toBe(200);
      expect(requests).toBe(0);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  const DEPTH = 100_000;
  const NESTED: [FileFormatName, string, string][] = [
    ['json', 'objects', `${'{"a":'.repeat(DEPTH)}"x"${'}'.repeat(DEPTH)}`],
    ['json', 'arrays', `{"a":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`],
    ['yaml', 'flow mappings', `${'{"a":'.repeat(DEPTH)}"x"${'}'.repeat(DEPTH)}`],
    ['yaml', 'flow sequences', `a: ${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`],
    ['yaml', 'block sequences in one line', `${'- '.repeat(DEPTH)}x`],
    ['yaml', 'block keys in one line', `${'? '.repeat(DEPTH)}x`],
    ['csv', 'quotes', `key,en\n${'a,"'.repeat(DEPTH)}`],
    [
      'xliff',
      'groups',
      `${XLIFF_START}${Array.from({ length: DEPTH }, (_, n) => `<group id="g${n}">`).join('')}${'</group>'.repeat(DEPTH)}${XLIFF_END}`,
    ],
    ['xliff', 'inline codes', fileOf.xliff('<pc id="1">'.repeat(DEPTH) + '</pc>'.repeat(DEPTH))],
    ['xliff', 'foreign elements', `${XLIFF_START}${'<x xmlns="urn:x">'.repeat(DEPTH)}`],
    ['android', 'markup', fileOf.android('<b>'.repeat(DEPTH) + '</b>'.repeat(DEPTH))],
    ['stringsdict', 'dictionaries', `${PLIST_START}${'<dict><key>a</key>'.repeat(DEPTH)}`],
    ['xcstrings', 'objects', `{"strings":{"a":${'{"variations":'.repeat(DEPTH)}`],
    ['arb', 'objects', `{"@a":${'{"a":'.repeat(DEPTH)}`],
    ['formatjs', 'objects', `{"a":${'{"description":'.repeat(DEPTH)}`],
    ['chrome', 'objects', `{"a":${'{"placeholders":'.repeat(DEPTH)}`],
    ['resx', 'elements', `<root>${'<metadata>'.repeat(DEPTH)}`],
    ['po', 'conditions', pluralPo(`${'n?'.repeat(DEPTH)}0${':0'.repeat(DEPTH)}`)],
  ];
  it.each(inBreadth(NESTED, ([format], at) => NESTED[at - 1]?.[0] !== format))(
    'rejects 100,000 nested levels in %s (%s), and releases its memory',
    async (format, _what, body) => {
      const before = await app.usedBytes();
      await refused(format, body);
      await comesBackTo(before);
    },
  );

  it.each<[FileFormatName, string, string]>([
    ['po', 'a division by zero', pluralPo('n/0')],
    ['po', 'a thousand million forms', pluralPo('n', '1000000000')],
    ['po', 'a form far away', `${PO_START}msgid "a"\nmsgid_plural "b"\nmsgstr[999999999] "x"\n`],
    ['po', 'a charset that decodes to anything', fileOf.po('x').replace('UTF-8', 'utf-7')],
    ['po', 'a backslash at the end', `${PO_START}msgid "a"\nmsgstr "x\\"`],
    [
      'android',
      'external entities',
      `<!DOCTYPE r SYSTEM "http://127.0.0.1:1/x">${fileOf.android('x')}`,
    ],
    [
      'android',
      'many forms of one plural',
      `<resources><plurals name="a">${'<item quantity="other">x</item>'.repeat(DEPTH)}</plurals></resources>`,
    ],
    [
      'android',
      'a quantity that does not exist',
      '<resources><plurals name="a"><item quantity="banana">x</item></plurals></resources>',
    ],
    ['strings', 'a comment without end', `${'/* '.repeat(DEPTH)}"a" = "x";`],
    ['strings', 'an entry without semicolon', '"a" = "x"'],
    ['stringsdict', 'a binary property list', 'bplist00\u0001\u0002'],
    ['stringsdict', 'a variable that refers to itself', fileOf.stringsdict('%#@a@')],
    [
      'stringsdict',
      'another DOCTYPE',
      fileOf.stringsdict('&x;').replace('<plist', '<!DOCTYPE plist [<!ENTITY x "y">]><plist'),
    ],
    [
      'xcstrings',
      'variations and a text at once',
      fileOf.xcstrings('x').replace('"stringUnit"', '"variations":{"plural":{}},"stringUnit"'),
    ],
    ['arb', 'a locale that is an object', '{"@@locale":{}}'],
    ['arb', 'a description that is a number', '{"a":"x","@a":{"description":1}}'],
    [
      'chrome',
      'a hundred thousand placeholders',
      `{"a":{"message":"x","placeholders":{${Array.from({ length: DEPTH }, (_, n) => `"p${n}":{}`).join(',')}}}}`,
    ],
    ['chrome', 'names that differ in case', '{"a":{"message":"x"},"A":{"message":"y"}}'],
    [
      'chrome',
      'the name of a prototype twice',
      '{"__proto__":{"message":"x"},"__PROTO__":{"message":"y"}}',
    ],
    ['formatjs', 'compiled messages', '{"a":[{"type":0,"value":"x"}]}'],
    ['resx', 'a DOCTYPE', `<!DOCTYPE root SYSTEM "http://127.0.0.1:1/x">${fileOf.resx('x')}`],
    ['resx', 'an entity that nothing declares', fileOf.resx('&x;')],
    ['resx', 'markup in a text', fileOf.resx('<b>x</b>')],
    ['resx', 'a section without end', fileOf.resx('<![CDATA[x')],
    ['properties', 'ten million backslashes', fileOf.properties('\\'.repeat(10_000_000))],
    ['properties', 'an escape at the end', 'a=x\\u'],
    ['properties', 'lines of blanks that go on', `a=x${'\\\r  '.repeat(2 * 1024 * 1024)}`],
    ['properties', 'two entries without a name', '=x\r:y'],
  ])('rejects %s with %s, and reports the position', async (format, _what, body) => {
    const { errors } = await refused(format, body);
    expect(errors[0]?.line).toBeGreaterThan(0);
  });

  it('reads a million adjacent PO strings as one text', async () => {
    const body = `${PO_START}msgid "a"\nmsgstr ""\n${'""\n'.repeat(1_000_000)}"x"\n`;
    expect((await post('po', body)).status).toBe(200);
    expect(await storedTexts(app, project.id, 'en')).toEqual([['a', 'x']]);
  });

  it.each(FILE_FORMATS)(
    'rejects bytes that are not UTF-8 in %s, instead of replacing the bytes',
    async (format) => {
      const cases = [
        [0xff],
        [0xc3], // A UTF-8 sequence without its last byte.
        [0xc0, 0xaf], // An overlong UTF-8 encoding.
        [0xed, 0xa0, 0x80], // A surrogate encoded in UTF-8.
        [0xf4, 0x90, 0x80, 0x80], // A code point above the Unicode range.
      ];
      const [before, after] = fileOf[format]('|').split('|') as [string, string];
      for (const bytes of cases) {
        const body = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
        const { detail, errors } = await refused(format, body);
        expect(detail).toContain('UTF-8');
        expect(errors[0]?.line).toBe(before.split('\n').length);
      }
    },
  );

  it.each(FILE_FORMATS)(
    'rejects unpaired surrogates and U+0000 in %s, and names the key',
    async (format) => {
      const escapes: Record<FileFormatName, string[]> = {
        json: ['\\ud800', '\\udc00', '\\udc00\\ud800', '\\u0000'],
        yaml: ['\\ud800', '\\udc00', '\\U0000d800', '\\0', '\\x00'],
        xliff: ['&#xD800;', '&#55296;', '&#0;', '<cp hex="D800"/>', '<cp hex="0000"/>'],
        csv: ['\0'],
        po: ['\0', '\\000', '\\xd8'],
        android: ['\\ud800', '&#xD800;', '&#0;', '\\u0000'],
        strings: ['\\Ud800', '\\U0000', '\0'],
        stringsdict: ['&#xD800;', '&#0;'],
        xcstrings: ['\\ud800', '\\u0000'],
        arb: ['\\ud800', '\\udc00\\ud800', '\\u0000'],
        formatjs: ['\\ud800', '\\udc00\\ud800', '\\u0000'],
        chrome: ['\\ud800', '\\udc00\\ud800', '\\u0000'],
        resx: ['&#xD800;', '&#0;'],
        properties: ['\\ud800', '\\udc00\\ud800', '\\u0000', '\0'],
      };
      for (const text of escapes[format]) {
        const { errors } = await refused(format, fileOf[format](text));
        if (format !== 'xliff') expect(errors[0]?.path).toBe('a');
        expect(errors[0]?.line).toBeGreaterThan(0);
      }
    },
  );

  it.each(FILE_FORMATS)('accepts a byte order mark and CR LF in %s', async (format) => {
    const plain = fileOf[format]('x').replaceAll('><', '>\n<').replaceAll('\n', '\r\n');
    expect((await post(format, `\ufeff${plain}`)).status).toBe(200);
    expect(await storedTexts(app, project.id, 'en')).toEqual([['a', 'x']]);
  });

  it('rejects UTF-16 with the name of the encoding, except in Apple and .NET formats', async () => {
    for (const format of FILE_FORMATS) {
      if (format === 'strings' || format === 'stringsdict' || format === 'resx') continue;
      const bytes = Buffer.from(`\ufeff${fileOf[format]('x')}`, 'utf16le');
      expect((await refused(format, bytes)).detail).toContain('UTF-16');
    }
  });

  it('rejects control characters that XML cannot represent, and reads <cp> elements as control characters', async () => {
    for (const control of ['\u0001', '\u0008', '\u000b', '\u001f', '\ufffe', '\uffff']) {
      await refused('xliff', fileOf.xliff(control));
      const code = control.charCodeAt(0).toString(16);
      await refused('xliff', fileOf.xliff(`&#x${code};`));
    }
    expect((await post('xliff', fileOf.xliff('x<cp hex="0001"/>y'))).status).toBe(200);
    expect(await storedTexts(app, project.id, 'en')).toEqual([['a', 'x\u0001y']]);
  });

  it.each(inBreadth(LONG_LINES, (format) => format === 'yaml'))(
    'rejects a line of 100 MB in %s, and releases its memory',
    async (format) => {
      const [before, after] = fileOf[format]('|').split('|') as [string, string];
      const usedBefore = await app.usedBytes();
      const refusal = await refused(format, () => streamOf(before, after, 100 * MIB));
      expect(refusal.detail).toMatch(/long|more than|million characters/);
      await comesBackTo(usedBefore);
    },
  );

  it('rejects a line of 100 MB in the envelope, which exceeds the limit of a JSON body', async () => {
    const path = `/v1/i18n/projects/${project.id}/import`;
    const usedBefore = await app.usedBytes();
    const sending = sendRaw(
      app,
      tenant,
      path,
      streamOf('{"locale":"en","format":"yaml","content":"a: ', '"}', 100 * MIB),
      { 'Content-Type': contentTypeOf('json') },
    );
    expect(await sending.then(refusalIn)).toMatchObject({
      status: 413,
      code: 'payload_too_large',
    });
    await comesBackTo(usedBefore);
  });

  it('releases its memory after 300,000 skipped YAML values, and counts the omitted warnings', async () => {
    const usedBefore = await app.usedBytes();
    const response = await post('yaml', `a: [${'~,'.repeat(300_000)}]\n`);
    expect(response.status).toBe(200);
    const { data } = (await response.json()) as { data: { warnings: { message: string }[] } };
    expect(data.warnings).toHaveLength(1001);
    expect(data.warnings.at(-1)?.message).toBe('299000 more warnings are not listed');
    await comesBackTo(usedBefore);
  });

  it('does not block the event loop between the 1,900 stored files of a folder', async () => {
    const parts = Array.from({ length: 1_900 }, (_, n) => `l/en/n${n}.json`).map((name) => ({
      name,
      content: '{"a":}',
      isStored: true,
    }));
    const path = `/v1/i18n/projects/${project.id}/files/import`;
    const body = new Uint8Array(makeZip(parts));
    const type = { 'Content-Type': 'application/zip' };
    await app.expectShortTurns(async () => {
      const refusal = await sendRaw(app, tenant, path, body, type).then(refusalIn);
      expect(refusal).toMatchObject({ status: 422, code: 'content_invalid' });
    });
  });
});
