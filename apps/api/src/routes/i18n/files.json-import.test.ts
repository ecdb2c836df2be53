import { LIMITS, type Project } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import { createProject, type Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { type Refusal, refusalIn, refusalOfSize, sendRaw } from '../../../test/app/refusal.ts';
import { countRows, storedTexts } from '../../../test/content/import.ts';

let app: TestApp;
let tenant: Tenant;
let project: Project;
describeProject(
  (given) => {
    ({ app, tenant, project } = given);
  },
  { works: false },
);

const fileOf = (text: string, name = 'en.json'): File =>
  new File([text], name, { type: 'application/json' });

type Entry = readonly [name: string, value: string | File];

function upload(entries: readonly Entry[]): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of entries) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, value.name);
  }
  return sendRaw(app, tenant, `/v1/i18n/projects/${project.id}/files/json-import`, form);
}

async function refused(entries: readonly Entry[]): Promise<Refusal> {
  const before = await countRows(app);
  const refusal = await refusalIn(await upload(entries));
  expect(await countRows(app)).toEqual(before);
  return refusal;
}

describe('i18n.files.json-import', () => {
  it('imports the file into the source locale unless the form names another', async () => {
    const { data } = await tenant.client.i18n.files.jsonImport({
      projectId: project.id,
      file: fileOf('{"b":"B","a":{"c":"C"}}'),
    });
    expect(data).toMatchObject({
      locale: 'en',
      format: 'json',
      keys: { created: 2, total: 2 },
      values: { created: 2 },
      translation: null,
    });
    expect(await storedTexts(app, project.id, 'en')).toEqual([
      ['b', 'B'],
      ['a.c', 'C'],
    ]);
    const german = await tenant.client.i18n.files.jsonImport({
      projectId: project.id,
      locale: 'de',
      file: fileOf('{"b":"Be"}', 'de.json'),
    });
    expect(german.data.locale).toBe('de');
    expect(await storedTexts(app, project.id, 'de')).toEqual([['b', 'Be']]);
  });

  it('accepts the other fields before or after the file, and accepts lists as repeated fields', async () => {
    const fields: Entry[] = [
      ['locale', 'pt_br'],
      ['targetLocales', 'de'],
      ['targetLocales', 'fr'],
      ['dryRun', 'false'],
      ['mode', 'keep'],
      ['format', 'json'],
    ];
    const file: Entry = ['file', fileOf('{"a":"x"}')];
    for (const entries of [
      [...fields, file],
      [file, ...fields],
    ]) {
      expect((await upload(entries)).status).toBe(200);
      expect(await storedTexts(app, project.id, 'pt-BR')).toEqual([['a', 'x']]);
      const locales = await app.db
        .selectFrom('locale')
        .where('project_id', '=', project.id)
        .select('code')
        .orderBy('id')
        .execute();
      expect(locales.map(({ code }) => code)).toEqual(['en', 'pt-BR', 'de', 'fr']);
      project = await createProject(tenant.client);
    }
  });

  it('writes nothing for a dry run', async () => {
    const before = await countRows(app);
    const { data } = await tenant.client.i18n.files.jsonImport({
      projectId: project.id,
      dryRun: true,
      targetLocales: ['de'],
      file: fileOf('{"a":"x"}'),
    });
    expect(data).toMatchObject({ importId: null, dryRun: true, keys: { created: 1 } });
    expect(await countRows(app)).toEqual(before);
  });

  it('imports a file with 30,000 texts', async () => {
    const messages = Object.fromEntries(
      Array.from({ length: 30_000 }, (_, index) => [`key_${index}`, `Text number ${index}`]),
    );
    const response = await upload([['file', fileOf(JSON.stringify(messages))]]);
    expect(response.status).toBe(200);
    expect(await storedTexts(app, project.id, 'en')).toHaveLength(30_000);
  });

  describe('with invalid input', () => {
    it.each<[string, Entry[], string, string]>([
      ['no file', [['locale', 'en']], '/file', 'is required'],
      [
        'two files',
        [
          ['file', fileOf('{}')],
          ['file', fileOf('{}')],
        ],
        '/file',
        'must not occur twice',
      ],
      [
        'a file in another field',
        [['upload', fileOf('{}')]],
        '/upload',
        'must not be a file; send the file in the field file',
      ],
      [
        'an unknown field',
        [
          ['file', fileOf('{}')],
          ['sort', 'name'],
        ],
        '/sort',
        'is not supported',
      ],
      [
        'a locale twice',
        [
          ['locale', 'en'],
          ['locale', 'de'],
          ['file', fileOf('{}')],
        ],
        '/locale',
        'must not occur twice',
      ],
      [
        'another format',
        [
          ['format', 'csv'],
          ['file', fileOf('{}')],
        ],
        '/format',
        'must be one of json',
      ],
      [
        'a boolean that is none',
        [
          ['dryRun', 'yes'],
          ['file', fileOf('{}')],
        ],
        '/dryRun',
        'must be boolean',
      ],
      [
        'a field __proto__',
        [
          ['__proto__', 'x'],
          ['file', fileOf('{}')],
        ],
        '/__proto__',
        'is not supported',
      ],
    ])('refuses a form with %s, and names the field', async (_what, entries, path, message) => {
      const refusal = await refused(entries);
      expect(refusal).toMatchObject({ status: 422, code: 'validation_failed' });
      expect(refusal.errors).toContainEqual(expect.objectContaining({ path, message }));
    });

    it('refuses a malformed locale and U+0000 in a field', async () => {
      const malformed = await refused([
        ['locale', 'e n'],
        ['file', fileOf('{}')],
      ]);
      expect(malformed).toMatchObject({ status: 422, errors: [{ path: '/locale' }] });
      const zero = await refused([
        ['locale', 'e\0n'],
        ['file', fileOf('{}')],
      ]);
      expect(zero.status).toBe(422);
    });

    it('refuses malformed content, and names the line and column', async () => {
      const refusal = await refused([['file', fileOf('{\n"a":"x",\n"a":"y"}')]]);
      expect(refusal).toMatchObject({
        status: 422,
        code: 'content_invalid',
        errors: [{ line: 3, column: 1 }],
      });
      expect(await refused([['file', fileOf('key,en\n')]])).toMatchObject({
        status: 422,
        code: 'content_invalid',
      });
    });

    it('refuses bodies that are not forms', async () => {
      const send = (body: string, type: string) =>
        sendRaw(app, tenant, `/v1/i18n/projects/${project.id}/files/json-import`, body, {
          'Content-Type': type,
        }).then(refusalIn);
      expect(await send('{}', 'application/json')).toMatchObject({
        status: 415,
        code: 'unsupported_media_type',
      });
      expect(await send('hello', 'multipart/form-data; boundary=x')).toMatchObject({
        status: 400,
        code: 'malformed_request',
      });
      expect(await send('hello', 'multipart/form-data')).toMatchObject({ status: 400 });
    });

    it('refuses too many fields and fields that are too long', async () => {
      const many = Array.from({ length: 300 }, (): Entry => ['targetLocales', 'de']);
      expect(await refused([...many, ['file', fileOf('{}')]])).toMatchObject({
        status: 422,
        code: 'limit_exceeded',
      });
      const long = 'x'.repeat(300 * 1024);
      expect(
        await refused([
          ['locale', long],
          ['file', fileOf('{}')],
        ]),
      ).toMatchObject({
        status: 422,
        code: 'limit_exceeded',
      });
    });

    it('refuses a body whose declared size is too large before any of it is sent', async () => {
      const path = `/v1/i18n/projects/${project.id}/files/json-import`;
      const body = {
        contentType: 'multipart/form-data; boundary=x',
        sizeBytes: LIMITS.importBodyBytes + 1,
      };
      expect(await refusalOfSize(app, tenant, path, body)).toMatchObject({
        status: 413,
        code: 'payload_too_large',
      });
    });
  });
});
