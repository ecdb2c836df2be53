import { isDeepStrictEqual } from 'node:util';
import type { ProjectSettingsInput } from '@parlance/contracts';
import { newId } from '../../db/ids/uuid.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import { inContent, recheckProject, recountFamilies } from '../content/index.ts';
import { ownerOf } from '../kernel/index.ts';
import { auditEdit } from './audit-edit.ts';
import { type Edit, type EditCall, editProject } from './edit-project.ts';
import { requireEngine } from './engine/require-engine.ts';
import { findLocale } from './locale/locale.store.ts';
import { requireLocaleTag } from './locale/locale-tag.ts';
import {
  getProject,
  type ProjectChange,
  type ProjectRow,
  updateProjectRow,
} from './project.store.ts';
import { takeSlug } from './project-slug.store.ts';
import { mergeSettings, requireKnownNames } from './settings.ts';

export interface ProjectInput extends EditCall {
  name?: string;
  slug?: string;
  sourceLocale?: string;
  settings?: ProjectSettingsInput;
  archived?: boolean;
}

/**
 * Changes, archives or restores a project. Readers keep the last releases of an archived project. A
 * change of the source locale or message format also updates plural families and counts, because
 * these settings determine which keys form plural families.
 * @throws `not_found`, `archived`, `validation_failed`, `conflict`
 */
export async function updateProject(
  deps: Pick<Deps, 'db' | 'clock' | 'engines'>,
  input: ProjectInput,
): Promise<ProjectRow> {
  const mayRecount =
    input.sourceLocale !== undefined ||
    input.settings?.messageFormat !== undefined ||
    input.settings?.runtimes !== undefined ||
    input.settings?.checks !== undefined;
  const options = {
    ...(mayRecount ? { content: 'exclusive' as const, rules: 'exclusive' as const } : {}),
    row: true,
    archived: true,
  };
  return editProject(deps, input, options, async (edit) => {
    const { tx, project: before, now } = edit;
    const change = await changesOf(edit, input);
    const engine = change.settings?.engine ?? null;
    if (engine !== null && engine !== before.settings.engine) {
      requireEngine(deps.engines, engine, '/settings/engine');
    }
    const staysArchived = before.archived_at !== null && change.archivedAt === undefined;
    if (Object.keys(change).length === 0) return before;
    if (staysArchived) {
      fail('archived', 'The project is archived. Restore it with PATCH { "archived": false }.');
    }
    if (change.slug !== undefined) {
      const claim = { organizationId: before.organization_id, projectId: before.id };
      await takeSlug(tx, claim, change.slug);
    }
    await updateProjectRow(tx, before.id, change, now);
    const project = await getProject(tx, ownerOf(input.principal), before.id);
    await recount(edit, project);
    if (change.archivedAt !== undefined) {
      await auditEdit(tx, input, {
        action: change.archivedAt === null ? 'project.restore' : 'project.archive',
        id: project.id,
        name: project.name,
        now,
      });
    }
    return project;
  });
}

async function changesOf(
  { tx, project, now }: Edit,
  { name, slug, sourceLocale, settings, archived }: ProjectInput,
): Promise<ProjectChange> {
  const change: ProjectChange = {};
  if (name !== undefined && name !== project.name) change.name = name;
  if (slug !== undefined && slug !== project.slug) change.slug = slug;
  if (sourceLocale !== undefined) {
    const tag = requireLocaleTag(sourceLocale, '/sourceLocale');
    const locale = await findLocale(tx, project.id, tag);
    if (!locale) {
      const errors = [{ path: '/sourceLocale', message: 'is not a locale of the project' }];
      fail('validation_failed', `/sourceLocale (${tag}) is not a locale of the project.`, {
        errors,
      });
    }
    if (!locale.enabled) fail('conflict', `The locale ${tag} is disabled. Enable it first.`);
    if (locale.id !== project.source_locale_id) change.sourceLocaleId = locale.id;
  }
  if (settings) requireKnownNames(settings);
  const merged = mergeSettings(settings, project.settings);
  const isOther = Object.entries(settings ?? {}).some(
    ([setting, value]) =>
      !isDeepStrictEqual(project.settings[setting as keyof typeof merged], value),
  );
  if (isOther) change.settings = merged;
  if (archived !== undefined && archived !== (project.archived_at !== null)) {
    change.archivedAt = archived ? now : null;
  }
  return change;
}

/**
 * If a setting that affects findings has changed, requests a check of all values. If a setting that
 * affects plural families has changed, updates the plural families.
 */
async function recount({ tx, project: before, now }: Edit, project: ProjectRow): Promise<void> {
  const hasOtherSource = project.source_locale_id !== before.source_locale_id;
  const hasOtherFormat = project.settings.messageFormat !== before.settings.messageFormat;
  const hasOtherChecks =
    !isDeepStrictEqual(project.settings.checks, before.settings.checks) ||
    !isDeepStrictEqual(project.settings.runtimes, before.settings.runtimes);
  if (!hasOtherSource && !hasOtherFormat && !hasOtherChecks) return;
  await recheckProject(tx, project.id, { hasOtherSource });
  if (!hasOtherSource && !hasOtherFormat) return;
  await inContent(tx, project, { changeId: newId(), now }, recountFamilies);
}
