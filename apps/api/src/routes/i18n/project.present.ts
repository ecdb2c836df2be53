import type { Project } from '@parlance/contracts';
import type { ProjectRow } from '../../domain/project/index.ts';

export const presentProject = (row: ProjectRow): Project => ({
  id: row.id,
  organizationId: row.organization_id,
  parentId: row.parent_id,
  name: row.name,
  slug: row.slug,
  sourceLocale: row.source_locale,
  settings: row.settings,
  archivedAt: row.archived_at?.toISOString() ?? null,
  deliveryStoppedAt: row.delivery_stopped_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
