import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { hostileTexts } from '../../test/conformance/data.ts';
import {
  batches,
  collectBytes,
  collectRows,
  inOneChunk,
  readOptions,
} from '../../test/conformance/io.ts';
import { android } from './android.ts';

const isMissing = (program: string): boolean =>
  spawnSync(program, ['version'], { stdio: 'ignore' }).error !== undefined;

const base = {
  keySeparator: '.',
  sourceLocaleTag: 'en',
  localeTags: ['en'],
  shape: 'flat',
} as const;
const folder = mkdtempSync(join(tmpdir(), 'parlance-aapt2-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Compiles a resource file with AAPT2. Returns its strings by name. */
function build(file: string): Map<string, string> {
  mkdirSync(join(folder, 'res/values'), { recursive: true });
  writeFileSync(join(folder, 'res/values/strings.xml'), file);
  writeFileSync(join(folder, 'AndroidManifest.xml'), '<manifest package="x.y"/>');
  const run = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync('aapt2', args, { cwd: folder, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    return stdout;
  };
  run('compile', '-o', 'res.zip', '--dir', 'res');
  run('link', '-o', 'app.apk', '--manifest', 'AndroidManifest.xml', 'res.zip');
  const dump = run('dump', 'resources', 'app.apk');
  const found = dump.matchAll(
    /resource 0x\w+ string\/(\w+)\n {6}\(\) (?:\(styled string\) )?"([\s\S]*?)"[^"\n]*(?=\n {4}resource|\n*$)/g,
  );
  return new Map(
    Array.from(found, ([, name, text]) => [name!, text!.replaceAll('\n      ', '\n')]),
  );
}

const withoutTags = (text: string): string => text.replaceAll(/<[^>]*>/g, '');

describe.skipIf(isMissing('aapt2'))('AAPT2 (Debian package aapt)', () => {
  it('builds the written files with the same texts', async () => {
    const texts = hostileTexts.filter(
      (text) => !text.includes('<') && !/[\ud800-\udfff]/.test(text),
    );
    const rows = texts.map((text, index) => ({
      name: `t${index}`,
      values: [{ localeTag: 'en', text }],
    }));
    const file = Buffer.from(await collectBytes(android.write(batches(rows), base))).toString();
    const built = build(file);
    for (const [at, text] of texts.entries()) {
      expect(built.get(`t${at}`), JSON.stringify(text)).toBe(text);
    }
  });

  it('reads the same texts from a file as the reader of Parlance', async () => {
    const contents = [
      '  a   b ',
      '"  a   b "',
      'a "b  c" d',
      "It\\'s",
      '"It\'s"',
      '\\n\\t\\"\\\\\\#\\@\\?',
      '\\u00e9',
      '\\x\\%',
      'a\\',
      '"a <b>b  c</b>"',
      "<![CDATA[ a  b\\'s ]]>",
      '\\@string/x',
      'a<!-- c --> b',
      '  a <b>x</b>  ',
      ' <b>x</b>',
      '<b> x </b>',
      '<b> <i> x</i></b>',
      ' <xliff:g id="a"> x </xliff:g> ',
      'a <xliff:g id="a"> x</xliff:g>',
      '@name',
      'a\n   b',
      '"a <xliff:g id="a">x  y</xliff:g> b  c"',
      ' a<b>x</b> <i>y</i> z ',
    ];
    const strings = contents
      .map((raw, index) => `<string name="t${index}">${raw}</string>\n`)
      .join('');
    const file = `<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">\n${strings}</resources>`;
    const { rows } = await collectRows(android, inOneChunk(Buffer.from(file)), readOptions(base));
    const built = build(file);
    expect(rows).toHaveLength(contents.length);
    for (const { name, values } of rows) {
      expect(withoutTags(values[0]!.text), name).toBe(built.get(name));
    }
  });

  it('rejects the apostrophe that the reader warns about', async () => {
    const file = '<resources><string name="a">It\'s</string></resources>';
    const { warnings } = await collectRows(
      android,
      inOneChunk(Buffer.from(file)),
      readOptions(base),
    );
    expect(warnings).toMatchObject([{ path: 'a', code: 'unescaped_apostrophe' }]);
    expect(() => build(file)).toThrow(/unescaped apostrophe/);
  });
});

describe.skipIf(isMissing('xmllint'))('xmllint (Debian package libxml2-utils)', () => {
  it('accepts the written files as well-formed', async () => {
    const rows = hostileTexts.map((text, index) => ({
      name: `t${index}`,
      description: text,
      values: [{ localeTag: 'en', text }],
    }));
    const input = await collectBytes(android.write(batches(rows), base));
    const { status, stderr } = spawnSync('xmllint', ['--noout', '-'], { input, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  });
});
