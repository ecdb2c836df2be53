import type { WebhookEvent } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import type { Tenant } from '../../../test/app/build.ts';
import {
  describeWebhooks,
  receivedBy,
  untilDispatched,
} from '../../../test/webhooks/describe-webhooks.ts';
import type { Receiver } from '../../../test/webhooks/receiver.ts';

let app: TestApp;
let receiver: Receiver;
let tenant: Tenant;
let projectId: string;
describeWebhooks((given) => {
  ({ app, receiver, tenant, projectId } = given);
});

const create = (events: readonly WebhookEvent[]) =>
  tenant.client.webhooks.create({ url: receiver.url, events: [...events] });
const received = (count: number) => receivedBy(receiver, count);
const dispatched = () => untilDispatched(app);
const importKeys = (content: Record<string, string>) =>
  tenant.client.i18n.projects.import({ projectId, locale: 'en', content });

describe('events of user actions', () => {
  it('report comments and proposals, without their texts', async () => {
    await create(['comment.created', 'proposal.created']);
    const { i18n } = tenant.user.client;
    await i18n.locales.create({ projectId, code: 'de' });
    await importKeys({ a: 'A' });
    const keyId = (await i18n.keys.list({ projectId })).data[0]!.id;
    const text = 'secret words';
    const { data: comment } = await i18n.keys.comments.create({ projectId, keyId, text });
    await received(1);
    const { data: proposal } = await i18n.proposals.create({
      projectId,
      keyId,
      localeCode: 'de',
      text,
    });
    const requests = await received(2);
    expect(
      requests.map(({ body }) => [body.type, body.data.commentId, body.data.proposalId]),
    ).toEqual([
      ['comment.created', comment.id, undefined],
      ['proposal.created', undefined, proposal.id],
    ]);
    expect(JSON.stringify(requests)).not.toContain(text);
  });

  it('follow the events of all changes that were completed before', async () => {
    const { i18n, translate } = tenant.user.client;
    await i18n.locales.create({ projectId, code: 'de' });
    await importKeys({ old: 'Old' });
    await dispatched();
    const events = [
      'import.completed',
      'job.completed',
      'key.created',
      'release.published',
    ] as const;
    await create(['comment.created', 'proposal.created', ...events]);
    const expected: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      const { data: key } = await i18n.keys.create({ projectId, name });
      await i18n.keys.comments.create({ projectId, keyId: key.id, text: 'x' });
      const { data: other } = await i18n.keys.create({ projectId, name: `${name}2` });
      await i18n.proposals.create({ projectId, keyId: other.id, localeCode: 'de', text: 'x' });
      await i18n.keys.create({ projectId, name: `${name}3` });
      await i18n.releases.create({ projectId, environment: 'production' }, { waitSeconds: 60 });
      expected.push('key.created', 'comment.created', 'key.created', 'proposal.created');
      expected.push('key.created', 'release.published');
      await i18n.keys.create({ projectId, name: `${name}4` });
      await importKeys({ old: 'Old' });
      await i18n.keys.create({ projectId, name: `${name}5` });
      await translate.jobs.create({ projectId }, { waitSeconds: 60 });
      expected.push('key.created', 'import.completed', 'key.created', 'job.completed');
    }
    const requests = await received(expected.length);
    expect(requests.map(({ body }) => body.type)).toEqual(expected);
  });
});
