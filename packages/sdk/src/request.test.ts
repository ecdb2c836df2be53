import { describe, expect, it } from 'vitest';
import { OPERATIONS } from './contract.ts';
import { prepareRequest } from './request.ts';

function prepare(id: string, input: Record<string, unknown>) {
  const operation = OPERATIONS.find((row) => row.id === id);
  if (!operation) throw new Error(`No operation is called ${id}`);
  return prepareRequest(operation, input);
}

async function textOf(body: unknown): Promise<string> {
  return await new Response(body as Blob).text();
}

describe('prepareRequest', () => {
  it('puts path parameters into the path, percent-encoded', () => {
    expect(
      prepare('i18n.locales.update', { projectId: 'p/1', localeCode: 'pt-BR', name: 'x' }),
    ).toEqual({
      address: '/v1/i18n/projects/p%2F1/locales/pt-BR',
      body: '{"name":"x"}',
      contentType: 'application/json',
      replayable: true,
    });
  });

  it('puts query members into the query, repeats lists and leaves out undefined members', () => {
    const { address, body } = prepare('i18n.values.list', {
      projectId: 'p',
      q: 'a&b=ü',
      outdated: false,
      limit: 5,
      cursor: undefined,
    });
    expect(address).toBe('/v1/i18n/projects/p/values?q=a%26b%3D%C3%BC&outdated=false&limit=5');
    expect(body).toBeUndefined();
  });

  it('keeps null members of a body, which clear a field, and leaves out undefined members', () => {
    const { body } = prepare('i18n.keys.update', {
      projectId: 'p',
      keyId: 'k',
      maxLength: null,
      name: undefined,
    });
    expect(body).toBe('{"maxLength":null}');
  });

  it('keeps unknown members, which the server reports', () => {
    expect(prepare('usage.get', { form: '2026-01-01' }).address).toBe('/v1/usage?form=2026-01-01');
    expect(prepare('i18n.projects.create', { nmae: 'x' }).body).toBe('{"nmae":"x"}');
  });

  it('returns the body {} if the endpoint needs a body and no member is given', () => {
    expect(prepare('i18n.projects.update', { projectId: 'p' }).body).toBe('{}');
  });

  it('returns no body if the endpoint has none', () => {
    expect(prepare('auth.sign-out', {})).toEqual({
      address: '/v1/auth/sign-out',
      replayable: true,
    });
  });

  it.each([undefined, '', '.', '..', null, {}])('rejects %j in a path', (projectId) => {
    expect(() => prepare('i18n.projects.get', { projectId })).toThrow(
      'i18n.projects.get: projectId',
    );
  });

  it('keeps names such as __proto__ in imported content as ordinary names', () => {
    const content = JSON.parse('{"__proto__":{"a":"b"},"constructor":"c"}');
    const { body } = prepare('i18n.projects.import', { projectId: 'p', locale: 'en', content });
    expect(body).toBe('{"locale":"en","content":{"__proto__":{"a":"b"},"constructor":"c"}}');
  });

  it('puts all fields of an import with content into a JSON body, and none into the query', () => {
    const { address, body } = prepare('i18n.projects.import', {
      projectId: 'p',
      locale: 'en',
      content: 'key,en\na,b\n',
      format: 'csv',
      targetLocales: ['de'],
    });
    expect(address).toBe('/v1/i18n/projects/p/import');
    expect(JSON.parse(body as string)).toEqual({
      locale: 'en',
      content: 'key,en\na,b\n',
      format: 'csv',
      targetLocales: ['de'],
    });
  });

  it.each([
    ['a string', 'key,en'],
    ['bytes', new TextEncoder().encode('key,en')],
    ['a buffer', Buffer.from('key,en')],
    ['a blob', new Blob(['key,en'])],
  ])('uses %s unchanged as the body, and puts the fields into the query', async (_, body) => {
    const request = prepare('i18n.projects.import', {
      projectId: 'p',
      locale: 'en',
      targetLocales: ['de', 'fr'],
      dryRun: true,
      body,
      contentType: 'text/csv',
    });
    expect(request.address).toBe(
      '/v1/i18n/projects/p/import?locale=en&targetLocales=de&targetLocales=fr&dryRun=true',
    );
    expect(request.contentType).toBe('text/csv');
    expect(request.replayable).toBe(true);
    expect(await textOf(request.body)).toBe('key,en');
  });

  it('returns a request with a stream as not replayable, and ends its source when the body is cancelled', async () => {
    let isEnded = false;
    async function* source() {
      try {
        yield new TextEncoder().encode('key,');
        yield new TextEncoder().encode('en');
      } finally {
        isEnded = true;
      }
    }
    const fields = { projectId: 'p', locale: 'en', contentType: 'text/csv' };
    const request = prepare('i18n.projects.import', { ...fields, body: source() });
    expect(request.replayable).toBe(false);
    expect(await textOf(request.body)).toBe('key,en');

    isEnded = false;
    const cancelled = prepare('i18n.projects.import', { ...fields, body: source() });
    const reader = (cancelled.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await reader.cancel();
    expect(isEnded).toBe(true);

    const stream = new Blob(['key,en']).stream();
    expect(prepare('i18n.projects.import', { ...fields, body: stream }).replayable).toBe(false);
  });

  it('uses the type of a blob as the content type, and requires an option for a blob without a type', () => {
    const fields = { projectId: 'p', locale: 'en' };
    const typed = new Blob(['a: b'], { type: 'application/yaml' });
    expect(prepare('i18n.projects.import', { ...fields, body: typed }).contentType).toBe(
      'application/yaml',
    );
    expect(() => prepare('i18n.projects.import', { ...fields, body: new Blob(['a: b']) })).toThrow(
      'contentType is missing',
    );
  });

  it('turns a file into a form: fields first, lists repeated, the file last', () => {
    const { body, contentType } = prepare('i18n.files.json-import', {
      projectId: 'p',
      file: new File(['{}'], 'en.json'),
      targetLocales: ['de', 'fr'],
      translateMissing: false,
    });
    expect(contentType).toBeUndefined();
    const entries = [...(body as FormData).entries()];
    expect(
      entries.map(([name, value]) => [name, value instanceof File ? value.name : value]),
    ).toEqual([
      ['targetLocales', 'de'],
      ['targetLocales', 'fr'],
      ['translateMissing', 'false'],
      ['file', 'en.json'],
    ]);
  });

  it('puts the files of a folder into a form after the options, named by their paths', async () => {
    const { address, body, contentType } = prepare('i18n.files.import', {
      projectId: 'p',
      path: 'l/{locale}.json',
      dryRun: true,
      files: { 'l/de.json': new Blob(['{}']), 'l/日本/ja.json': new Blob(['[]']) },
    });
    expect([address, contentType]).toEqual(['/v1/i18n/projects/p/files/import', undefined]);
    const parts = [...(body as FormData)].map(([name, value]) => [
      name,
      typeof value === 'string' ? value : value.name,
    ]);
    expect(parts).toEqual([
      ['path', 'l/{locale}.json'],
      ['dryRun', 'true'],
      ['files', 'l/de.json'],
      ['files', 'l/日本/ja.json'],
    ]);
    const [, file] = [...(body as FormData)][3]!;
    expect(await textOf(file)).toBe('[]');
  });

  it('uses an archive unchanged as the body, and puts the options into the query', () => {
    const archive = new Uint8Array([80, 75]);
    const input = { projectId: 'p', body: archive, contentType: 'application/zip', prune: true };
    expect(prepare('i18n.files.import', input)).toEqual({
      address: '/v1/i18n/projects/p/files/import?prune=true',
      body: archive,
      contentType: 'application/zip',
      replayable: true,
    });
  });
});
