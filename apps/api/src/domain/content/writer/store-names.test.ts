import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app/app.ts';
import { createProject, type Tenant } from '../../../../test/app/build.ts';
import { describeTenant } from '../../../../test/app/describe-project.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { works: false },
);

beforeAll(async () => {
  // Replaces the hash function so that two different names can have the same hash.
  await sql`
    create or replace function name_hash(project_id uuid, name text) returns uuid
      language sql stable parallel safe
      return md5(project_id || rtrim(name, '0123456789'))::uuid`.execute(app.db);
});
beforeEach(async () => {
  projectId = (await createProject(tenant.client)).id;
  const content = { a1: 'First', b1: 'Other' };
  await tenant.client.i18n.projects.import({ projectId, locale: 'en', content });
});

const i18n = () => tenant.client.i18n;
const namesOf = async (): Promise<string[]> =>
  (await i18n().keys.list({ projectId })).data.map(({ name }) => name);
const keyIdOf = async (name: string): Promise<string> =>
  (await i18n().keys.list({ projectId })).data.find((key) => key.name === name)!.id;
const refusal = (detail: RegExp) => ({
  status: 422,
  code: 'content_invalid',
  message: expect.stringMatching(detail),
});

describe('a name with the hash of another name', () => {
  it('fails when a key is created, with an error that contains the name, and leaves the other key unchanged', async () => {
    await expect(i18n().keys.create({ projectId, name: 'a2' })).rejects.toMatchObject(
      refusal(/key name a2 has the same hash/),
    );
    expect(await namesOf()).toEqual(['a1', 'b1']);
  });

  it('fails in an import, which changes nothing', async () => {
    const content = { a2: 'Second', c1: 'New' };
    await expect(
      i18n().projects.import({ projectId, locale: 'en', content }),
    ).rejects.toMatchObject(refusal(/has the same hash/));
    expect(await namesOf()).toEqual(['a1', 'b1']);
  });

  it('fails when a key is renamed', async () => {
    const keyId = await keyIdOf('b1');
    await expect(i18n().keys.update({ projectId, keyId, name: 'a2' })).rejects.toMatchObject(
      refusal(/key name a2 has the same hash/),
    );
    expect(await namesOf()).toEqual(['a1', 'b1']);
  });

  it('cannot become a former name if a former name of another key has the hash', async () => {
    await i18n().keys.update({ projectId, keyId: await keyIdOf('a1'), name: 'x1' });
    await i18n().keys.create({ projectId, name: 'a2' });
    await expect(
      i18n().keys.update({ projectId, keyId: await keyIdOf('a2'), name: 'y1' }),
    ).rejects.toMatchObject(refusal(/key name a2 has the same hash/));
  });
});
