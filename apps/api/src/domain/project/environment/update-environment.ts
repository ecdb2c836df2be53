import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { auditEdit } from '../audit-edit.ts';
import { type Edit, type EditCall, editProject } from '../edit-project.ts';
import { announceBundles } from './announce-bundles.ts';
import { failTakenSlug, requireNoId } from './create-environment.ts';
import {
  type EnvironmentRow,
  findEnvironmentBySlug,
  getEnvironment,
  updateEnvironmentRow,
} from './environment.store.ts';
import { findLatestReleases, type LatestRelease } from './environment-release.store.ts';

export interface EnvironmentInput extends EditCall {
  environmentId: string;
  name?: string;
  slug?: string;
  fallback?: 'source' | 'none';
  prefixes?: string[];
  archived?: boolean;
}

export interface EnvironmentView {
  row: EnvironmentRow;
  latest: LatestRelease | undefined;
}

/**
 * Changes, archives or restores an environment. Readers keep the last release of an archived
 * environment.
 * @throws `validation_failed`, `not_found`, `archived`, `conflict`
 */
export async function updateEnvironment(
  deps: Pick<Deps, 'db' | 'clock' | 'tasks' | 'bundleStore' | 'cdn'>,
  input: EnvironmentInput,
): Promise<EnvironmentView> {
  if (input.slug !== undefined) requireNoId(input.slug);
  return editProject(deps, input, { row: true }, async (edit) => {
    const row = await changeEnvironment(deps, edit, input);
    const latest = await findLatestReleases(edit.tx, edit.project.id, [row.id]);
    return { row, latest: latest.get(row.id) };
  });
}

async function changeEnvironment(
  deps: Pick<Deps, 'tasks' | 'bundleStore' | 'cdn'>,
  { tx, project, now }: Edit,
  input: EnvironmentInput,
): Promise<EnvironmentRow> {
  const before = await getEnvironment(tx, project.id, input.environmentId);
  const wasArchived = before.archived_at !== null;
  const { name = before.name, slug = before.slug, fallback = before.fallback } = input;
  const { prefixes = before.prefixes } = input;
  const hasOtherPrefixes = prefixes.join('\0') !== before.prefixes.join('\0');
  const archived = input.archived ?? wasArchived;
  const hasOtherSlug = slug !== before.slug;
  const isChanged =
    name !== before.name || hasOtherSlug || fallback !== before.fallback || hasOtherPrefixes;
  if (!isChanged && archived === wasArchived) return before;
  if (wasArchived && archived) {
    fail('archived', 'The environment is archived. Restore it with PATCH { "archived": false }.');
  }
  if (hasOtherSlug && (await findEnvironmentBySlug(tx, project.id, slug))) {
    await failTakenSlug(tx, project.id, slug);
  }
  const archivedAt = archived ? (before.archived_at ?? now) : null;
  const change = { name, slug, fallback, prefixes, archived_at: archivedAt };
  const row = await updateEnvironmentRow(tx, project.id, before.id, change, now);
  if (hasOtherSlug || hasOtherPrefixes) await announceBundles(deps, tx, project);
  if (archived !== wasArchived) {
    const action = archived ? 'environment.archive' : 'environment.restore';
    await auditEdit(tx, input, { action, id: row.id, name, now });
  }
  return row;
}
