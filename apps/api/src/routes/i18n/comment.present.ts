import type { Comment } from '@parlance/contracts';
import { membersOf } from '../../domain/kernel/index.ts';
import { COMMENT, type CommentView } from '../../domain/talk/index.ts';

export const presentComment = (row: CommentView): Comment => ({
  ...membersOf(COMMENT, row),
  key: row.key,
  localeCode: row.locale,
  mentions: row.mentions,
  own: row.own,
  by: { type: 'user', id: row.author_id, name: row.author_name },
  muted: row.muted,
  resolvedBy:
    row.resolved_by_id === null
      ? null
      : { type: 'user', id: row.resolved_by_id, name: row.resolved_by_name },
});
