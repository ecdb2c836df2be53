import { type FamilyStyle, familyCandidates, familyNames } from '@parlance/messages';
import { newId } from '../../../db/ids/uuid.ts';
import type { Deps } from '../../../deps.ts';
import { failAt } from '../../../errors.ts';
import {
  createKeys,
  findKeysByNames,
  getTranslationKey,
  inContent,
  type KeyRef,
  newKeyRef,
  restoreKeys,
  type TranslationKeyRow,
} from '../../content/index.ts';
import { actorOf } from '../../kernel/index.ts';
import { type EditCall, editProject, listAllLocales } from '../../project/index.ts';

/**
 * Creates the key of a plural form that its family lacks, or restores it. Returns the key as it is
 * if it is active already. Translators may do this, because their languages can have forms that the
 * source does not have.
 * @throws `validation_failed` if no family has the form, or no locale needs it
 */
export async function createForm(
  deps: Pick<Deps, 'db' | 'clock'>,
  { name, ...input }: EditCall & { name: string },
): Promise<{ key: TranslationKeyRow; isNew: boolean }> {
  return editProject(deps, input, { content: 'exclusive' }, async ({ tx, project, now }) => {
    const names = familyCandidates(name, project.settings.messageFormat);
    const familyKeys = names.length > 0 ? await findKeysByNames(tx, project.id, names) : [];
    const existing = familyKeys.find((key) => key.name === name);
    if (existing && !existing.archived) {
      return { key: await getTranslationKey(tx, project.id, existing.id), isNew: false };
    }
    const sibling = familyKeys.find((key) => !key.archived && key.plural_family !== null);
    if (!sibling) failAt('/name', 'must be the key of a form of a plural family of the project');
    const locales = await listAllLocales(tx, project.id);
    if (!locales.some(({ code }) => needsForm(familyKeys, sibling, { name, locale: code }))) {
      failAt('/name', 'must be the key of a form that a locale of the project needs');
    }
    const { description, max_length } = sibling;
    const key = existing ?? newKeyRef(name, { description, max_length });
    await inContent(tx, project, { changeId: newId(), now }, async (writing) => {
      writing.record = { kind: 'edit', actor: actorOf(input.principal) };
      writing.lockedKeys = [key];
      if (existing) await restoreKeys(writing, [existing]);
      else await createKeys(writing, [key]);
    });
    return { key: await getTranslationKey(tx, project.id, key.id), isNew: true };
  });
}

function needsForm(
  familyKeys: readonly KeyRef[],
  { plural_family: family, plural_style: style, plural_ordinal, plural_said }: KeyRef,
  { name, locale }: { name: string; locale: string },
): boolean {
  const hasZero = familyKeys.some((key) => !key.archived && key.plural_everywhere);
  const plural = {
    family: family!,
    style: style as FamilyStyle,
    ordinal: plural_ordinal,
    declared: plural_said,
  };
  return familyNames(plural, locale, hasZero).some((form) => form.name === name);
}
