import { ENDPOINTS, type EndpointDefinition } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import { createProject, type Tenant } from '../../../test/app/build.ts';
import { describeTenant } from '../../../test/app/describe-project.ts';
import { bring } from '../../../test/content/import.ts';
import type { Schema } from '../openapi/document.ts';
import { idLowererOf } from './lower-ids.ts';

let tenant: Tenant;
describeTenant((given) => {
  ({ tenant } = given);
});

const ID = '0190A5B2-7C3D-7E4F-8A5B-6C7D8E9FABCD';
const id = { type: 'string', format: 'uuid' };

describe('ids with capital letters', () => {
  it('become lower case in members, lists and alternatives, and other values do not change', () => {
    const schema = {
      properties: {
        id,
        nullable: { anyOf: [id, { type: 'null' }] },
        list: { items: { properties: { id } } },
        text: { type: 'string' },
      },
    } as unknown as Schema;
    const value = { id: ID, nullable: ID, list: [{ id: ID }, 1, null], text: ID, other: ID };
    expect(idLowererOf(schema)!(value)).toEqual({
      id: ID.toLowerCase(),
      nullable: ID.toLowerCase(),
      text: ID,
      other: ID,
      list: [{ id: ID.toLowerCase() }, 1, null],
    });
    for (const wrong of [null, 'A', 7, [], { list: {} }, { id: 'NOT-AN-ID', nullable: null }]) {
      expect(idLowererOf(schema)!(structuredClone(wrong))).toEqual(wrong);
    }
  });

  it.each(ENDPOINTS as readonly EndpointDefinition[])(
    'become lower case in each part of a request of $id that has ids',
    ({ params, query, body }) => {
      for (const schema of [params, query, body] as unknown as (Schema | undefined)[]) {
        const hasIds = JSON.stringify(schema ?? {}).includes('"uuid"');
        expect(idLowererOf(schema ?? {}) !== null).toBe(hasIds);
      }
    },
  );

  it('identify the same objects in paths, queries and bodies', async () => {
    const { client } = tenant;
    const project = await createProject(client);
    const projectId = project.id.toUpperCase();
    await bring(tenant, project, { a: 'Save' });
    await client.i18n.locales.create({ projectId, code: 'de' });
    const { data: keys } = await client.i18n.keys.list({ projectId });
    const keyId = keys[0]!.id;
    const shouted = keyId.toUpperCase();
    const written = { projectId, keyId: shouted, localeCode: 'de', text: 'Sichern' };
    expect((await client.i18n.values.put(written)).data.keyId).toBe(keyId);
    const preview = { projectId, keyIds: [shouted], localeCode: 'de', engines: ['pseudo'] };
    expect((await client.translate.preview(preview)).data.keys).toMatchObject([{ keyId }]);
    const twice = client.translate.preview({ ...preview, keyIds: [keyId, shouted] });
    await expect(twice).rejects.toMatchObject({
      errors: [{ path: '/keyIds', code: 'duplicates' }],
    });
    const job = await client.translate.jobs.create({ projectId, keyIds: [shouted] });
    expect(job.data.projectId).toBe(project.id);
    const { data: apiKey } = await client.apiKeys.create({
      name: 'ci',
      scopes: ['i18n:read'],
      projectIds: [projectId],
    });
    expect(apiKey.projectIds).toEqual([project.id]);
  });
});
