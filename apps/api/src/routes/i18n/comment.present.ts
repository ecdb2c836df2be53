import type { Comment } from '@parlance/contracts';
import type { CommentView } from '../../domain/talk/index.ts';

export const presentComment = (row: CommentView): Comment => ({
  id: row.id,
  threadId: row.thread_id,
  keyId: row.key_id,
  key: row.key,
  localeCode: row.locale,
  kind: row.kind,
  text: row.text,
  mentions: row.mentions,
  own: row.own,
  by: { type: 'user', id: row.author_id, name: row.author_name },
  createdAt: row.created_at.toISOString(),
  editedAt: row.edited_at?.toISOString() ?? null,
  answers: row.answers_count,
  muted: row.muted,
  resolvedBy:
    row.resolved_by_id === null
      ? null
      : { type: 'user', id: row.resolved_by_id, name: row.resolved_by_name },
  resolvedAt: row.resolved_at?.toISOString() ?? null,
});
