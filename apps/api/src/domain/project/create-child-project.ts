import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import { ownerOf } from '../kernel/index.ts';
import { type EditCall, editProject } from './edit-project.ts';
import { copyEnvironments } from './environment/environment.store.ts';
import { requireKnownLanguage } from './locale/known-language.ts';
import { insertLocales, listAllLocales, type NewLocale } from './locale/locale.store.ts';
import { requireLocaleTag } from './locale/locale-tag.ts';
import { getProject, insertProject, type ProjectRow } from './project.store.ts';

/**
 * Creates a child project with the locales, environments and settings of the parent. The child
 * project always uses the current glossary of its parent.
 * @throws `not_found`, `archived`; `conflict` if the parent is itself a child project, or if the
 * slug is taken
 */
export async function createChildProject(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: EditCall & { name: string; slug?: string; sourceLocale?: string },
): Promise<ProjectRow> {
  const owner = ownerOf(input.principal);
  const tag = input.sourceLocale && requireLocaleTag(input.sourceLocale, '/sourceLocale');
  return editProject(deps, input, { row: true }, async ({ tx, project: parent, now }) => {
    if (parent.parent_id !== null) {
      fail('conflict', 'A child project cannot have child projects. Use its parent project.');
    }
    const code = tag ?? parent.source_locale;
    const locales = await listAllLocales(tx, parent.id);
    const copies: NewLocale[] = locales.map((locale) => ({
      code: locale.code,
      name: locale.name,
      enabled: locale.enabled || locale.code === code,
    }));
    if (!copies.some((copy) => copy.code === code)) {
      requireKnownLanguage(code, '/sourceLocale');
      copies.push({ code });
    }
    const id = await insertProject(tx, {
      organizationId: parent.organization_id,
      parentId: parent.id,
      name: input.name,
      slug: input.slug,
      sourceLocaleId: copies.findIndex((locale) => locale.code === code) + 1,
      settings: parent.settings,
      now,
    });
    await insertLocales(tx, id, copies, now);
    await copyEnvironments(tx, parent.id, id, now);
    return getProject(tx, owner, id);
  });
}
