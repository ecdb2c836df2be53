import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../../../scripts/eventually.ts';
import { describeStore } from '../../../../test/app/describe-store.ts';

const given = describeStore();

describe('a release to the bundle store by an author who loses the right to publish', () => {
  it.each([
    ['while its blobs are stored', /^write b\//],
    ['when it is pending, before its manifest is written', /^read m\/.*environments/],
  ])('fails %s, and readers keep the previous release', async (_when, step) => {
    const { client, projectId, setText, publishAll, manifest, shown, served } = await given.start();
    await publishAll();
    const before = manifest();
    await setText('two');
    const scopes = ['releases:write'] as const;
    const { data: key } = await client.apiKeys.create({ name: 'Publisher', scopes: [...scopes] });
    let isReached = false;
    let isRevoked = false;
    given.afterOperation = (operation) => {
      if (!step.test(operation) || isRevoked) return;
      isReached = true;
      throw new Error('killed');
    };
    const order = { projectId, environment: 'production' };
    const publisher = given.app.client(key.token);
    const { data: release } = await publisher.i18n.releases.create(order, { waitSeconds: 0 });
    await eventually(() => expect(isReached).toBe(true));
    await client.apiKeys.delete({ apiKeyId: key.id });
    isRevoked = true;
    await eventually(async () => {
      const ref = { projectId, releaseId: release.id };
      const { data } = await client.i18n.releases.get(ref);
      expect(data).toMatchObject({ status: 'failed', error: { code: 'role_forbidden' } });
    });
    expect(manifest()).toEqual(before);
    expect([shown(), await served()]).toEqual(['one', 'one']);
    const { data: releases } = await client.i18n.releases.list({ projectId });
    expect(releases.map(({ status }) => status)).toEqual(['failed', 'published']);
  });
});
