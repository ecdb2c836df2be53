import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import { useEventStreams } from '../../../test/app/collect-events.ts';
import {
  type DescribedComments,
  describeComments,
} from '../../../test/content/describe-comments.ts';
import type { Person } from '../../../test/content/describe-proposals.ts';

let projectId: string;
let keyId: string;
let owner: DescribedComments['owner'];
const { join, comment } = describeComments((given) => {
  ({ projectId, keyId, owner } = given);
});

const collectEvents = useEventStreams();
const eventsOf = (reader: Person) => collectEvents(reader, { projectId });

describe('events', () => {
  it('notify readers of the project of each new or changed comment, without texts', async () => {
    const author = await join('viewer');
    const events = await eventsOf(await join('viewer'));
    const told = (expected: object) =>
      eventually(async () => {
        const last = events.filter(({ type }) => type === 'comment').at(-1);
        expect(last).toMatchObject(expected);
      });
    const question = { kind: 'question', localeCode: 'de' };
    const { id: commentId } = await comment(author, 'A secret', question);
    const of = { type: 'comment', id: commentId, threadId: commentId, keyId, localeCode: 'de' };
    const by = { type: 'user', id: author.id, name: 'Test viewer' };
    await told({ ...of, action: 'created', by });
    const at = { projectId, commentId };
    await author.i18n.comments.update({ ...at, text: 'Another secret' });
    await told({ ...of, action: 'edited', by });
    await owner.i18n.comments.resolve(at);
    await told({ ...of, action: 'resolved', by: { id: owner.id } });
    await author.i18n.comments.reopen(at);
    await told({ ...of, action: 'reopened', by });
    const answer = await comment(owner, 'A secret answer', { threadId: commentId });
    await told({ ...of, id: answer.id, action: 'created' });
    await owner.i18n.comments.delete({ projectId, commentId: answer.id });
    await told({ ...of, id: answer.id, action: 'deleted', by: { id: owner.id } });
    expect(JSON.stringify(events)).not.toContain('secret');
  });

  it('notify a reader of comments that were written before it connected', async () => {
    const { id } = await comment(owner, 'Before the stream');
    const events = await eventsOf(await join('viewer'));
    await eventually(async () => {
      expect(events.filter(({ type }) => type === 'comment')).toMatchObject([{ id }]);
    });
  });
});
