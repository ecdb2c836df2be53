import type { Deps } from '../../../deps.ts';
import {
  type AuditFilter,
  type AuditRow,
  listAudit,
  type OwnerRef,
  type Page,
  type TimePageQuery,
} from '../../kernel/index.ts';
import { listProjectNames, type ProjectName } from '../../project/index.ts';

export interface AuditView extends AuditRow {
  projects: ProjectName[];
}

/**
 * Lists entries of the audit log, newest first. Adds the names of the projects whose ids are in the
 * details of an entry.
 */
export async function viewAudit(
  { db }: Pick<Deps, 'db'>,
  organizationId: OwnerRef,
  filter: AuditFilter,
  page: TimePageQuery,
): Promise<Page<AuditView>> {
  const { rows, ...rest } = await listAudit(db, organizationId, filter, page);
  const names = await listProjectNames(db, organizationId, rows.flatMap(projectIdsOf));
  const view = (row: AuditRow): AuditView => ({
    ...row,
    projects: names.filter(({ id }) => projectIdsOf(row).includes(id)),
  });
  return { ...rest, rows: rows.map(view) };
}

const projectIdsOf = ({ details: { projectId, projectIds } }: AuditRow): string[] => [
  ...(projectId === undefined ? [] : [projectId]),
  ...(projectIds ?? []),
];
