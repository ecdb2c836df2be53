import type { Notification } from '@parlance/contracts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../../../scripts/eventually.ts';
import type { TestApp } from '../../../../test/app/app.ts';
import { codeOf, waitForMail } from '../../../../test/app/build.ts';
import {
  type DescribedProposals,
  describeProposals,
  type Person,
} from '../../../../test/content/describe-proposals.ts';

let app: TestApp;
let projectId: string;
let owner: DescribedProposals['owner'];
const { join, propose, keyOf } = describeProposals(
  (given) => {
    ({ app, projectId, owner } = given);
  },
  { hasOwnTenant: true },
);

const inbox = async (person: Person): Promise<Notification[]> =>
  (await person.client.users.notifications.list({ unread: true })).data;
const unreadOf = async (person: Person): Promise<number> =>
  (await person.client.users.notifications.count()).data.unread;

describe('notifications of proposals', () => {
  it('reach the people who can accept a text in the locale, as one notification for all open proposals', async () => {
    const [contributor, reviewer] = [await join('contributor'), await join('reviewer', ['de'])];
    const [translator, other] = [await join('translator'), await join('reviewer', ['fr'])];
    await propose(contributor, 'Hallo, {name}');
    await propose(contributor, 'Tschüss', { keyId: await keyOf('bye') });
    for (const person of [reviewer, translator]) {
      const told = await inbox(person);
      expect(told).toEqual([
        expect.objectContaining({
          kind: 'proposal',
          projectId,
          localeCode: 'de',
          key: 'bye',
          proposals: 2,
          threadId: null,
          commentId: null,
          excerpt: 'Tschüss',
          by: { type: 'user', id: contributor.id, name: expect.any(String) },
        }),
      ]);
    }
    expect(await inbox(other)).toEqual([]);
    expect(await inbox(contributor)).toEqual([]);
    const [told] = await inbox(reviewer);
    await reviewer.client.users.notifications.read({ ids: [told!.id] });
    await propose(contributor, 'Guten Tag, {name}');
    expect((await inbox(reviewer)).map(({ proposals }) => proposals)).toEqual([2]);
    await propose(contributor, 'Salut {name}', { localeCode: 'fr' });
    expect((await inbox(other)).map(({ localeCode }) => localeCode)).toEqual(['fr']);
  });

  it('merge if one person makes several proposals concurrently', async () => {
    const [contributor, reviewer] = [await join('contributor'), await join('reviewer')];
    const names = ['hello', 'bye'];
    await Promise.all(
      names.map(async (name) =>
        propose(contributor, `Neu ${name}`, { keyId: await keyOf(name), localeCode: 'fr' }),
      ),
    );
    expect((await inbox(reviewer)).map(({ proposals }) => proposals)).toEqual([2]);
  });

  it('count open proposals, and disappear when the last proposal is withdrawn or its locale is disabled', async () => {
    const [contributor, reviewer] = [await join('contributor'), await join('reviewer')];
    const { id: first } = await propose(contributor, 'Servus {name}');
    const { id: second } = await propose(contributor, 'Ade', { keyId: await keyOf('bye') });
    const eventOf = async () =>
      (
        await sql<{ event_id: string }>`
          select event_id from inbox where user_id = ${reviewer.id}::uuid`.execute(app.db)
      ).rows[0]!.event_id;
    const before = await eventOf();
    await owner.proposals.decline({ projectId, proposalId: first });
    expect(await eventOf()).not.toBe(before);
    expect((await inbox(reviewer)).map(({ proposals }) => proposals)).toEqual([1]);
    await owner.locales.update({ projectId, localeCode: 'de', enabled: false });
    expect(await unreadOf(reviewer)).toBe(0);
    await owner.locales.update({ projectId, localeCode: 'de', enabled: true });
    expect(await unreadOf(reviewer)).toBe(1);
    await contributor.i18n.proposals.withdraw({ projectId, proposalId: second });
    expect(await unreadOf(reviewer)).toBe(0);
    expect(await inbox(reviewer)).toEqual([]);
  });

  it('reach owners and developers if the locale has no translator, and do not reach people who disabled them', async () => {
    const [contributor, developer] = [await join('contributor'), await join('developer')];
    await propose(contributor, 'Moin {name}');
    expect(await unreadOf(developer)).toBe(1);
    const guest = await join('guest');
    await owner.members.put({
      projectId,
      userId: guest.id,
      role: 'translator',
      localeCodes: ['fr'],
    });
    await guest.client.users.me.update({ preferences: { notifications: { proposal: 'off' } } });
    await propose(contributor, 'Salut {name}', { localeCode: 'fr' });
    expect(await unreadOf(guest)).toBe(0);
    expect(await unreadOf(developer)).toBe(1);
  });

  it('arrive as a mail with the number of proposals, a link and an unsubscribe link', async () => {
    const [contributor, reviewer] = [await join('contributor'), await join('reviewer')];
    await propose(contributor, 'Servus {name}');
    await propose(contributor, 'Ade', { keyId: await keyOf('bye') });
    app.clock.advance(10 * 60_000);
    const { user } = await reviewer.client.users.me.get().then(({ data }) => ({ user: data }));
    const mail = await waitForMail(app, { to: user.email, subject: /notification/ });
    expect(mail.subject).toBe('1 notification for you');
    expect(mail.text).toContain('proposed 2 texts.');
    expect(mail.text).toContain(`/p/${projectId}/editor?l=de&q=has:proposal`);
    expect(mail.text).not.toContain('Servus');
    const token = new URL(mail.unsubscribeUrl!).searchParams.get('token')!;
    expect(await codeOf(app.client().notifications.unsubscribe({ token }))).toBe('no error');
    const { preferences } = (await reviewer.client.users.me.get()).data;
    expect(preferences).toMatchObject({ notifications: { proposal: 'app' } });
    await eventually(async () => expect(await unreadOf(reviewer)).toBe(1));
  });
});
