import { LIMITS, type Project } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import type { Tenant } from '../../../test/app/build.ts';
import { type Refusal, refusalOf } from '../../../test/app/refusal.ts';
import { storedTexts } from '../../../test/content/import.ts';
import {
  describeRefusedImports,
  envelope,
  JSON_TYPE,
} from '../../../test/content/refused-import.ts';

let app: TestApp;
let tenant: Tenant;
let project: Project;
const { post, refused } = describeRefusedImports((given) => {
  ({ app, tenant, project } = given);
});

describe('i18n.projects.import with invalid input', () => {
  it('refuses options in the query without a locale if the body has its own fields', async () => {
    for (const query of ['?dryRun=true', '?mode=fail&targetLocales=de']) {
      const refusal = await refused(post(envelope('{"a":"x"}'), JSON_TYPE, query));
      expect(refusal).toMatchObject({ status: 422, code: 'validation_failed' });
      expect(refusal.errors.map(({ path }) => path)).toEqual(['query/locale']);
    }
  });

  it.each([
    ['nothing', ''],
    ['text that is not JSON', 'hello'],
    ['a half', '{"locale":"en","content":{"a":"x"'],
    ['more after the end', `${envelope('{"a":"x"}')}}`],
    ['a comma too many', '{"locale":"en","content":{"a":"x",}}'],
    ['single quotes', "{'locale':'en'}"],
    ['a comment', '{"locale":"en",/* */"content":{}}'],
    ['a number that is none', '{"locale":"en","content":{"a":01}}'],
    ['NaN', '{"locale":"en","content":{"a":NaN}}'],
    ['a control in a string', '{"locale":"en","content":{"a":"x\ny"}}'],
  ])('refuses a malformed body: %s', async (_what, body) => {
    expect(await refused(post(body))).toMatchObject({ status: 400, code: 'malformed_request' });
  });

  it.each([
    ['no locale', '{"content":{"a":"x"}}', '/locale', 'is required'],
    ['no content', '{"locale":"en"}', '/content', 'is required'],
    ['an unknown member', envelope('{}', ',"separator":"."'), '/separator', 'is not supported'],
    [
      'a member __proto__',
      envelope('{}', ',"__proto__":{"dryRun":true}'),
      '/__proto__',
      'is not supported',
    ],
    ['a locale of another type', '{"locale":5,"content":{}}', '/locale', 'must be string'],
    [
      'a mode that there is not',
      envelope('{}', ',"mode":"replace"'),
      '/mode',
      'must be one of overwrite, keep, fail, merge',
    ],
    [
      'a format that there is not',
      envelope('""', ',"format":"ini"'),
      '/format',
      'must be one of json, csv, yaml, xliff, po, android, strings, stringsdict, xcstrings, properties, arb, formatjs, chrome, resx',
    ],
    ['dryRun as a text', envelope('{}', ',"dryRun":"true"'), '/dryRun', 'must be boolean'],
    [
      'targets as a text',
      envelope('{}', ',"targetLocales":"de"'),
      '/targetLocales',
      'must be array',
    ],
    ['no target in the list', envelope('{}', ',"targetLocales":[]'), '/targetLocales', undefined],
    ['a malformed locale', '{"locale":"en--US","content":{}}', '/locale', undefined],
    [
      'a malformed target',
      envelope('{}', ',"targetLocales":["de","d e"]'),
      '/targetLocales/1',
      undefined,
    ],
    [
      'an object for CSV',
      envelope('{"a":"x"}', ',"format":"csv"'),
      '/content',
      'must be a string for csv',
    ],
  ])('refuses a body with %s, and names the path', async (_what, body, path, message) => {
    const refusal = await refused(post(body));
    expect(refusal).toMatchObject({ status: 422, code: 'validation_failed' });
    expect(refusal.errors.map((fault) => fault.path)).toContain(path);
    if (message !== undefined) {
      expect(refusal.errors.find((fault) => fault.path === path)?.message).toBe(message);
    }
  });

  it.each([
    ['an array', '[]'],
    ['null', 'null'],
    ['a number', '5'],
    ['a text that is not JSON', '"hello"'],
    ['an array as a text', '"[]"'],
  ])('refuses content that is %s', async (_what, content) => {
    const { status } = await refused(post(envelope(content)));
    expect([400, 422]).toContain(status);
  });

  describe('with invalid content', () => {
    const content = async (text: string): Promise<Refusal> => {
      const raw = await refused(post(text, JSON_TYPE, '?locale=en'));
      expect(raw).toMatchObject({ status: 422, code: 'content_invalid' });
      return raw;
    };

    it('refuses U+0000 and unpaired surrogates in texts and names, and names the path', async () => {
      expect((await content('{"a":{"b":"x\\u0000y"}}')).errors[0]?.path).toBe('a.b');
      expect((await content('{"a":{"b":"\\ud800"}}')).errors[0]?.path).toBe('a.b');
      expect((await content('{"a":{"b":"\\udc00\\ud800"}}')).errors[0]?.path).toBe('a.b');
      expect((await content('{"a":{"b\\u0000":"x"}}')).detail).toContain('U+0000');
      expect((await content('{"a":{"\\ud800":"x"}}')).detail).toContain('surrogate');
      for (const text of ['"\\u0000"', '"\\ud800"']) {
        const refusal = await refused(post(envelope(`{"a":${text}}`)));
        expect(refusal.errors[0]?.path).toBe('a');
        expect(refusal.status).toBeLessThan(500);
      }
    });

    it('refuses a duplicate name, and names the line and column', async () => {
      const refusal = await content('{\n  "a": "x",\n  "b": "y",\n  "a": "z"\n}');
      expect(refusal.errors[0]).toMatchObject({ line: 4, column: 3 });
      expect(refusal.detail).toContain('"a"');
      expect(refusal.detail).toContain('line 4');
    });

    it('refuses two leaves that have the same name, and names both leaves', async () => {
      const refusal = await content('{"a":{"b":"x"},"a.b":"y"}');
      expect(refusal.detail).toContain('/a/b');
      expect(refusal.detail).toContain('/a.b');
      const turned = await content('{"a.b":"y","a":{"b":"x"}}');
      expect(turned.detail).toContain('/a/b');
      expect(turned.detail).toContain('/a.b');
    });

    it('refuses content that is nested deeper than the limit, even by 100,000 levels', async () => {
      const deep = (depth: number) => `${'{"a":'.repeat(depth)}"x"${'}'.repeat(depth)}`;
      const refusal = await content(deep(LIMITS.jsonDepth + 1));
      expect(refusal.detail).toContain(String(LIMITS.jsonDepth));
      await content(deep(100_000));
      await content(`{"a":${'['.repeat(100_000)}`);
      expect((await refused(post(envelope(deep(100_000))))).status).toBeLessThan(500);
      expect((await post(deep(LIMITS.jsonDepth), JSON_TYPE, '?locale=en')).status).toBe(200);
    });

    it('refuses a name or a text that is too long, and names the limit', async () => {
      const name = 'n'.repeat(LIMITS.keyNameLength + 1);
      expect((await content(`{"${name}":"x"}`)).detail).toContain(String(LIMITS.keyNameLength));
      const text = '😀'.repeat(LIMITS.valueLength + 1);
      const refusal = await content(`{"a":"${text}"}`);
      expect(refusal.detail).toContain(String(LIMITS.valueLength));
      expect(refusal.errors[0]?.path).toBe('a');
    });

    it('refuses content that is not valid UTF-8 or is UTF-16', async () => {
      const bytes = Buffer.from('{"a":"\n\xff"}', 'latin1');
      const refusal = await refused(post(bytes, JSON_TYPE, '?locale=en'));
      expect(refusal).toMatchObject({ status: 422, code: 'content_invalid' });
      expect(refusal.detail).toContain('UTF-8');
      const wide = Buffer.from('\ufeff{"a":"x"}', 'utf16le');
      expect((await refused(post(wide, JSON_TYPE, '?locale=en'))).detail).toContain('UTF-16');
      const body = Buffer.from('{"locale":"en","content":{"a":"\xff"}}', 'latin1');
      expect((await refused(post(body))).status).toBe(400);
    });

    it.each([
      ['text/csv', 'key,en\na,x\na,y\n', 'line 3'],
      ['text/csv', 'key,en\na\n', 'line 2'],
      ['text/csv', 'key,en\na,"x\n', 'line 2'],
      ['text/csv', 'name,en\na,x\n', 'name'],
      ['text/csv', '', 'header'],
      ['application/yaml', 'a: x\na: y\n', 'line 2'],
      ['application/yaml', 'a: [\n', ''],
      ['application/yaml', 'a: &x y\nb: *x\n', ''],
      ['application/xliff+xml', '<xliff', ''],
      ['application/xliff+xml', '<!DOCTYPE x [<!ENTITY a "b">]><xliff/>', ''],
      ['application/xliff+xml', '<html/>', ''],
    ])('refuses invalid content of %s: %j', async (type, text, said) => {
      const refusal = await refused(post(text, { 'Content-Type': type }, '?locale=en'));
      expect(refusal).toMatchObject({ status: 422, code: 'content_invalid' });
      expect(refusal.detail).toContain(said);
    });

    it('refuses a string with faults, and names the lines of the content', async () => {
      const refusal = await refused(
        post(envelope(JSON.stringify('key,en\na,x\na,y\n'), ',"format":"csv"')),
      );
      expect(refusal).toMatchObject({ status: 422, code: 'content_invalid' });
      expect(refusal.errors[0]).toMatchObject({ path: 'a', line: 3 });
      const unstorable = await refused(
        post(envelope('"a: 1\\r\\nb: \\u0000"', ',"format":"yaml"')),
      );
      expect(unstorable.errors[0]).toMatchObject({ path: '', line: 2, column: 4 });
    });

    it('refuses content of no recognizable format, and lists the supported formats', async () => {
      const refusal = await refused(
        post('[hello]\nother = "Hello"\n', { 'Content-Type': 'text/plain' }, '?locale=en'),
      );
      expect(refusal).toMatchObject({ status: 415, code: 'unsupported_media_type' });
      expect(refusal.detail).toMatch(/json, csv, yaml, xliff, po, android/);
    });
  });

  it('accepts a name that is both a leaf and a prefix, and keeps both keys', async () => {
    const response = await post('{"a":"x","a.b":"y"}', JSON_TYPE, '?locale=en');
    expect(response.status).toBe(200);
    expect(await storedTexts(app, project.id, 'en')).toEqual([
      ['a', 'x'],
      ['a.b', 'y'],
    ]);
  });

  it('refuses unknown media types and a raw body without a locale', async () => {
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=a', '']) {
      const refusal = await refused(post('a', { 'Content-Type': type }, '?locale=en'));
      expect(refusal).toMatchObject({ status: 415, code: 'unsupported_media_type' });
    }
    const missing = await refused(post('key,en\n', { 'Content-Type': 'text/csv' }));
    expect(missing).toMatchObject({ status: 422, errors: [{ path: 'query/locale' }] });
  });

  it.each([
    ['?locale=en--US', 'query/locale'],
    ['?locale=en&mode=replace', 'query/mode'],
    ['?locale=en&dryRun=perhaps', 'query/dryRun'],
    ['?locale=en&unknown=1', 'query/unknown'],
    ['?locale=en&format=ini', 'query/format'],
    ['?locale=en&targetLocales=', 'query/targetLocales/0'],
  ])('refuses the query %s, and names the member', async (query, path) => {
    const refusal = await refused(post('key,en\n', { 'Content-Type': 'text/csv' }, query));
    expect(refusal).toMatchObject({ status: 422, code: 'validation_failed' });
    expect(refusal.errors.map((fault) => fault.path)).toContain(path);
  });

  it('returns the line and column of a fault through the SDK', async () => {
    const refusal = await refusalOf(
      tenant.client.i18n.projects.import({
        projectId: project.id,
        locale: 'en',
        body: '{"a":"x","a":"y"}',
        contentType: 'application/json',
      }),
    );
    expect(refusal).toMatchObject({
      status: 422,
      code: 'content_invalid',
      errors: [{ line: 1, column: 10 }],
    });
  });
});
