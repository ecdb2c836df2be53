import type { Notification } from '@parlance/contracts';
import type { NotificationRow } from '../../domain/talk/index.ts';

export const presentNotification = (row: NotificationRow): Notification => ({
  id: row.id,
  kind: row.kind,
  organizationSlug: row.organization_slug,
  organizationId: row.organization_id,
  projectId: row.project_id,
  projectName: row.project_name,
  projectSlug: row.project_slug,
  keyId: row.key_id,
  key: row.key,
  localeCode: row.locale,
  threadId: row.thread_id,
  commentId: row.comment_id,
  proposals: row.proposals,
  excerpt: row.excerpt,
  by: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
  at: row.created_at.toISOString(),
  readAt: row.read_at?.toISOString() ?? null,
});
