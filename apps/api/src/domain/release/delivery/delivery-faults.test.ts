import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../../../scripts/eventually.ts';
import { describeStore } from '../../../../test/app/describe-store.ts';
import { refusalOf } from '../../../../test/app/refusal.ts';
import { trustedProject } from '../../kernel/tenant.ts';

const given = describeStore();

describe('a release whose process is killed', () => {
  it.each([
    ['before the first blob', /^size b\//],
    ['between two blobs', /^write b\/\w+\.json$/],
    ['after the blobs', /^write b\/\w+\.json$/, 2],
    ['when it is pending', /^read m\/.*environments/],
    ['before the manifest', /^read m\/[^/]+\/[0-9a-f-]{36}\.json$/],
    ['after the manifest', /^write m\/[^/]+\/[0-9a-f-]{36}\.json$/],
  ])(
    'completes after a kill %s, and readers see either the old or the new release',
    async (_when, step, times = 1) => {
      const { setText, publish, publishAll, manifest, shown, served } = await given.start();
      await publishAll();
      await setText('two');
      let left = times;
      let isKilled = false;
      given.afterOperation = (operation) => {
        if (!step.test(operation) || isKilled || --left > 0) return;
        isKilled = true;
        throw new Error('killed');
      };
      const publishing = publish();
      await eventually(() => expect(isKilled).toBe(true));
      expect(['one', 'two']).toContain(shown());
      const { data } = await publishing;
      expect(data.status).toBe('published');
      expect(manifest()).toMatchObject({ version: 2, releaseId: data.id });
      expect(shown()).toBe('two');
      await eventually(async () => expect(await served()).toBe('two'));
    },
  );
});

describe('a release that the store rejects', () => {
  it('fails with its reason after five attempts, and readers keep the previous release', async () => {
    const { client, projectId, setText, publish, publishAll, manifest, shown, served } =
      await given.start();
    await publishAll();
    const before = manifest();
    await setText('two');
    given.server.fail(/^PUT b\//, { kind: 'status', status: 503, code: 'SlowDown' }, 1_000);
    const asked = given.server.requests.length;
    const problem = await refusalOf(publish());
    expect(problem).toMatchObject({ status: 502, code: 'bundle_store_failed' });
    expect(problem.detail).toMatch(
      /: The bundle store did not take the release \(503 SlowDown\)\. Publish again\.$/,
    );
    const puts = given.server.requests
      .slice(asked)
      .filter((name) => /^PUT b\/\w+\.json$/.test(name));
    expect(
      Math.max(...[...Map.groupBy(puts, (name) => name).values()].map((same) => same.length)),
    ).toBe(5);
    expect(manifest()).toEqual(before);
    expect([shown(), await served()]).toEqual(['one', 'one']);
    const { data } = await client.i18n.releases.list({ projectId });
    expect(data.map(({ status, version }) => [status, version])).toEqual([
      ['failed', 2],
      ['published', 1],
    ]);
    expect(data[0]).toMatchObject({ error: { code: 'bundle_store_failed' }, locales: [] });
    given.server.recover();
    expect((await publish()).data.status).toBe('published');
    await eventually(async () => expect([shown(), await served()]).toEqual(['two', 'two']));
  });

  it('disappears from a manifest that already names it', async () => {
    const { setText, publish, publishAll, manifest, shown, served } = await given.start();
    await publishAll();
    const before = manifest();
    await setText('two');
    let hasWritten = false;
    given.afterOperation = (operation) => {
      if (/^write m\/[^/]+\/[0-9a-f-]{36}/.test(operation) && !hasWritten) {
        hasWritten = true;
        given.server.fail(/^GET m\/[^/]+\/[0-9a-f-]{36}/, { kind: 'status', status: 500 }, 1_000);
      }
    };
    expect((await refusalOf(publish())).code).toBe('bundle_store_failed');
    given.server.recover();
    await eventually(() => expect(manifest()).toEqual(before));
    expect([shown(), await served()]).toEqual(['one', 'one']);
    expect((await publish()).data).toMatchObject({ status: 'published', version: 2 });
    expect(shown()).toBe('two');
  });
});

describe('a faulty bundle store', () => {
  it.each([
    ['late, after it has written', 'PUT', { kind: 'late' }, 1],
    ['not at all, after it has written', 'PUT', { kind: 'lost' }, 1],
    ['not at all, twice', 'PUT', { kind: 'lost' }, 2],
    ['with a wrong body', 'GET', { kind: 'wrong-body' }, 2],
    ['with an error', 'PUT', { kind: 'status', status: 500 }, 4],
  ] as const)(
    'responds %s: the release is published once, with the right version in the manifest',
    async (_how, method, fault, times) => {
      const { setText, publish, publishAll, manifest, shown } = await given.start();
      await publishAll();
      await setText('two');
      given.server.fail(new RegExp(`^${method} m/[^/]+/[0-9a-f-]{36}`), fault, times);
      const { data } = await publish();
      expect(data).toMatchObject({ status: 'published', version: 2 });
      expect(manifest()).toMatchObject({ version: 2, releaseId: data.id });
      expect(shown()).toBe('two');
    },
  );

  it('does not block the transaction that stores the locales, even while the store does not respond', async () => {
    const { client, projectId, manifest, publish } = await given.start();
    const tags = ['de', 'fr', 'it', 'es', 'pl'];
    for (const locale of tags) {
      await client.i18n.projects.import({ projectId, locale, content: { hello: locale } });
    }
    const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
    given.beforeWrite = () => isOpen;
    const publishing = publish();
    await eventually(async () => {
      const blobs = await given.app.db
        .selectFrom('bundle_blob')
        .where('project_id', '=', trustedProject(projectId))
        .select('sha256')
        .execute();
      expect(blobs).toHaveLength(1 + tags.length);
    });
    expect(manifest()).toBeNull();
    open();
    expect((await publishing).data.status).toBe('published');
    expect(Object.keys(manifest()!.locales).sort()).toEqual(['de', 'en', 'es', 'fr', 'it', 'pl']);
  });

  it('receives the next release even without conditional writes', async () => {
    given.server.knowsConditions = false;
    try {
      const { publish, publishAll, setText, shown } = await given.start();
      await publishAll();
      await setText('two');
      expect((await publish()).data.version).toBe(2);
      expect(shown()).toBe('two');
    } finally {
      given.server.knowsConditions = true;
    }
  });
});
