import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import {
  auditActions,
  codeOf,
  createProject,
  createTenant,
  type Tenant,
} from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { runRechecks } from '../../domain/content/check/run-rechecks.ts';
import { trustedProject } from '../../domain/kernel/tenant.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
describeProject((given) => {
  ({ app, tenant, projectId } = given);
});

type Fields = Omit<Parameters<Tenant['client']['i18n']['glossary']['create']>[0], 'projectId'>;
const create = async (fields: Fields) =>
  (await tenant.client.i18n.glossary.create({ projectId, ...fields })).data;
const update = async (termId: string, patch: Partial<Fields> & { archived?: boolean }) =>
  (await tenant.client.i18n.glossary.update({ projectId, termId, ...patch })).data;
const remove = async (termId: string) =>
  (await tenant.client.i18n.glossary.delete({ projectId, termId })).data;
const terms = async (filter: { q?: string; archived?: boolean } = {}) =>
  (await tenant.client.i18n.glossary.list({ projectId, ...filter })).data.map(({ term }) => term);

describe('i18n.glossary.list', () => {
  it('lists terms oldest first, page by page, without archived terms', async () => {
    for (const term of ['Zebra', 'Apple', 'Mango']) await create({ term });
    const { id } = await create({ term: 'Gone' });
    await remove(id);
    const listed: string[] = [];
    for await (const { term } of tenant.client.i18n.glossary.listAll({ projectId, limit: 2 })) {
      listed.push(term);
    }
    expect(listed).toEqual(['Zebra', 'Apple', 'Mango']);
    expect(await terms({ archived: true })).toEqual(['Zebra', 'Apple', 'Mango', 'Gone']);
  });

  it('finds parts of terms and translations in any language and case', async () => {
    await create({ term: 'Account', translations: { ru: 'Учётная запись' } });
    await create({ term: 'Öffnung' });
    expect(await terms({ q: 'ACC' })).toEqual(['Account']);
    expect(await terms({ q: 'учёт' })).toEqual(['Account']);
    expect(await terms({ q: 'öff' })).toEqual(['Öffnung']);
    expect(await terms({ q: '%' })).toEqual([]);
  });
});

describe('i18n.glossary.create', () => {
  it('creates a term with default values or with all of its fields', async () => {
    expect(await create({ term: 'Acme' })).toMatchObject({
      term: 'Acme',
      translations: {},
      doNotTranslate: false,
      caseSensitive: false,
      note: '',
      archivedAt: null,
    });
    const fields = {
      term: 'Board',
      translations: { de: 'Brett', 'pt-BR': 'Quadro' },
      doNotTranslate: false,
      caseSensitive: true,
      note: 'The product’s, not the committee',
    };
    expect(await create(fields)).toMatchObject(fields);
  });

  it('converts the locales of translations to canonical case and names each invalid locale', async () => {
    const { translations } = await create({
      term: 'A',
      translations: { pt_br: 'x', ZH_hant: 'y' },
    });
    expect(translations).toEqual({ 'pt-BR': 'x', 'zh-Hant': 'y' });
    const faulty = JSON.parse('{"de":"x","not a tag":"y","pt-BR":"1","pt_br":"2"}');
    await expect(create({ term: 'B', translations: faulty })).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ path: '/translations/not a tag' }, { path: '/translations/pt_br' }],
    });
    const polluting = JSON.parse('{"__proto__":"x"}');
    expect(await codeOf(create({ term: 'C', translations: polluting }))).toBe('validation_failed');
  });

  it('refuses a term that would match the same words as an existing term', async () => {
    const { id } = await create({ term: 'Äpfel' });
    const refusal = { code: 'conflict', detail: expect.stringContaining(id) };
    await expect(create({ term: 'Äpfel' })).rejects.toMatchObject(refusal);
    await expect(create({ term: 'äPFEL' })).rejects.toMatchObject(refusal);
    await create({ term: 'äpfel', caseSensitive: true });
    expect(await codeOf(create({ term: 'Äpfel', caseSensitive: true }))).toBe('conflict');
  });

  it('creates one term for many concurrent requests with the same words', async () => {
    const codes = await Promise.all(
      Array.from({ length: 5 }, () => codeOf(create({ term: 'Acme' }))),
    );
    expect(codes.filter((code) => code === 'no error')).toHaveLength(1);
  });
});

describe('i18n.glossary.update', () => {
  it('changes only the given fields, and replaces the translations as a whole', async () => {
    const { id } = await create({ term: 'A', translations: { de: 'x', fr: 'y' }, note: 'n' });
    expect(await update(id, { translations: { it: 'z' } })).toMatchObject({
      term: 'A',
      translations: { it: 'z' },
      note: 'n',
    });
    expect(await update(id, { term: 'a', doNotTranslate: true })).toMatchObject({
      term: 'a',
      doNotTranslate: true,
    });
  });

  it('refuses a change to the words of another term, even in another case', async () => {
    await create({ term: 'apple' });
    const { id } = await create({ term: 'Apple', caseSensitive: true });
    expect(await codeOf(update(id, { caseSensitive: false }))).toBe('conflict');
    expect(await codeOf(update(id, { term: 'apple' }))).toBe('conflict');
  });

  it('restores a term, unless another term has its words now', async () => {
    const { id } = await create({ term: 'Acme' });
    await remove(id);
    expect(await codeOf(update(id, { note: 'n' }))).toBe('archived');
    const second = await create({ term: 'acme' });
    expect(await codeOf(update(id, { archived: false }))).toBe('conflict');
    await remove(second.id);
    expect(await update(id, { archived: false, note: 'n' })).toMatchObject({
      archivedAt: null,
      note: 'n',
    });
    expect(await auditActions(app, id)).toEqual(['glossary_term.archive', 'glossary_term.restore']);
  });
});

describe('i18n.glossary.delete', () => {
  it('archives a term once', async () => {
    const { id } = await create({ term: 'Acme' });
    const archived = await remove(id);
    expect(archived.archivedAt).not.toBeNull();
    app.clock.advance(1000);
    expect(await remove(id)).toEqual(archived);
    expect(await auditActions(app, id)).toEqual(['glossary_term.archive']);
  });

  it('answers 404 for terms of other owners and of other projects', async () => {
    const { id: termId } = await create({ term: 'Acme' });
    const { glossary } = (await createTenant(app)).client.i18n;
    const other = (await createProject(tenant.client)).id;
    const calls = [
      glossary.list({ projectId }),
      glossary.create({ projectId, term: 'X' }),
      glossary.update({ projectId, termId, note: 'X' }),
      glossary.delete({ projectId, termId }),
      tenant.client.i18n.glossary.update({ projectId: other, termId, note: 'X' }),
      tenant.client.i18n.glossary.delete({ projectId: other, termId }),
    ];
    expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => 'not_found'));
  });
});

describe('the glossary of a child project', () => {
  let childId: string;
  const list = async (query: { archived?: boolean; inherited?: boolean; q?: string } = {}) =>
    (await tenant.client.i18n.glossary.list({ projectId: childId, ...query })).data.map(
      ({ term, note }) => `${term}: ${note}`,
    );
  const createOwn = (fields: Fields) =>
    tenant.client.i18n.glossary.create({ projectId: childId, ...fields });

  beforeEach(async () => {
    childId = (await tenant.client.i18n.children.create({ projectId, name: 'Child' })).data.id;
  });

  it('contains the current terms of the parent, except for words for which the child has its own terms', async () => {
    const { id } = await create({ term: 'Acme', note: 'parent' });
    const board = await create({ term: 'Board', note: 'parent' });
    expect(await list()).toEqual(['Acme: parent', 'Board: parent']);
    await createOwn({ term: 'ACME', note: 'child' });
    expect(await list()).toEqual(['Board: parent', 'ACME: child']);
    await update(id, { note: 'changed' });
    await remove(board.id);
    expect(await list()).toEqual(['ACME: child']);
    expect(await terms()).toEqual(['Acme']);
  });

  it('lists its own terms and the parent’s terms with the project of each term, or only its own terms on request', async () => {
    await create({ term: 'Acme' });
    await createOwn({ term: 'Board' });
    await create({ term: 'Card' });
    const rows: [string, string][] = [];
    const { glossary } = tenant.client.i18n;
    for await (const row of glossary.listAll({ projectId: childId, limit: 1 })) {
      rows.push([row.term, row.projectId]);
    }
    expect(rows).toEqual([
      ['Acme', projectId],
      ['Board', childId],
      ['Card', projectId],
    ]);
    expect(await list({ q: 'CARD' })).toEqual(['Card: ']);
    expect(await list({ inherited: false })).toEqual(['Board: ']);
  });

  it('lists only its own archived terms, and cannot change terms of the parent', async () => {
    const { id: termId } = await create({ term: 'Acme' });
    const call = tenant.client.i18n.glossary.update({ projectId: childId, termId, note: 'X' });
    expect(await codeOf(call)).toBe('not_found');
    await remove(termId);
    const own = (await createOwn({ term: 'Board' })).data;
    await tenant.client.i18n.glossary.delete({ projectId: childId, termId: own.id });
    expect(await list({ archived: true })).toEqual(['Board: ']);
  });
});

describe('i18n.glossary.import and export', () => {
  const bring = async (csv: string, dryRun = false) =>
    (await tenant.client.i18n.glossary.import({ projectId, csv, dryRun })).data;
  const file = async () => (await tenant.client.i18n.glossary.export({ projectId })).data;
  const complained = async () => {
    await runRechecks(app.db, trustedProject(projectId));
    const query = { locales: ['de'], query: 'check:glossary_term' };
    const { data } = await tenant.client.i18n.rows.list({ projectId, ...query });
    return data.map(({ key }) => key).sort();
  };

  it('write new and changed terms of a CSV file, and return the same file', async () => {
    await create({ term: 'File', translations: { de: 'Datei' }, note: 'Kept' });
    await create({ term: 'Acme', doNotTranslate: true });
    const content = 'term,de,fr,do_not_translate\nfile,,fichier,\nAcme,,,true\nNew,Neu,,\n';
    const counts = { created: 1, updated: 1, unchanged: 1 };
    expect(await bring(content, true)).toEqual(counts);
    expect(await terms()).toEqual(['File', 'Acme']);
    expect(await bring(content)).toEqual(counts);
    const { csv: written, terms: total } = await file();
    expect(total).toBe(3);
    expect(written.split('\r\n')).toEqual([
      'term,note,do_not_translate,case_sensitive,de,fr',
      'file,Kept,false,false,Datei,fichier',
      'Acme,,true,false,,',
      'New,,false,false,Neu,',
      '',
    ]);
    expect(await bring(written)).toEqual({ created: 0, updated: 0, unchanged: 3 });
  });

  it('trigger new checks of texts that contain a term of the file', async () => {
    const { i18n } = tenant.client;
    await i18n.projects.import({
      projectId,
      locale: 'en',
      content: { a: 'Save the FILE', b: 'Exit' },
    });
    await i18n.projects.import({ projectId, locale: 'de', content: { a: 'Sichern', b: 'Ende' } });
    await bring('term,de\nfile,Datei\nopen,öffnen\n');
    await expect.poll(complained).toEqual(['a']);
  });

  it('lead to findings for words in any spelling, but not for placeholders, markup and addresses', async () => {
    const { i18n } = tenant.client;
    const texts = {
      placeholder: 'The {{show}} number',
      tag: '<show>x</show> end',
      address: 'See https://example.com/show/1',
      word: 'The show number',
      spelled: 'Open the user’s\u00a0guide',
      entity: 'Open the user&rsquo;s guide',
    };
    const wanted = ['entity', 'spelled', 'word'];
    await i18n.projects.import({ projectId, locale: 'en', content: texts });
    await i18n.projects.import({ projectId, locale: 'de', content: texts });
    await bring("term,de\nshow,Zeigen\nuser's guide,Handbuch\n");
    await expect.poll(complained).toEqual(wanted);
    const { data: keys } = await i18n.keys.list({ projectId });
    const marked: string[] = [];
    for (const { id: keyId, name } of keys) {
      const { data } = await i18n.keys.suggestions({ projectId, keyId, locale: 'de' });
      if (data.terms.length > 0) marked.push(name);
    }
    expect(marked.sort()).toEqual(wanted);
  });

  it('refuse an invalid file with the line of the fault, and write no term', async () => {
    await create({ term: 'Straße' });
    for (const [content, line] of [
      ['term,de\nnew,neu\n,leer\n', 3],
      ['name,de\nnew,neu\n', 1],
      ['term\nnew\n"open\n', 3],
      ['term\nnew\nNEW\n', 3],
    ] as const) {
      await expect(bring(content)).rejects.toMatchObject({
        status: 422,
        code: 'content_invalid',
        errors: [{ line }],
      });
    }
    expect(await codeOf(bring('term\na\u0000b\n'))).toMatch(/validation_failed|content_invalid/);
    const many = Array.from({ length: 501 }, (_, index) => `term ${index}`).join('\n');
    await expect(bring(`term\n${many}\n`)).rejects.toMatchObject({ status: 422 });
    expect(await terms()).toEqual(['Straße']);
  });

  it('accept a file of 500 terms', async () => {
    const many = Array.from({ length: 500 }, (_, index) => `term ${index},Wort ${index}`).join(
      '\n',
    );
    expect(await bring(`term,de\n${many}\n`)).toMatchObject({ created: 500 });
    expect((await file()).terms).toBe(500);
  });
});
