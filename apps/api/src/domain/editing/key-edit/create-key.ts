import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import {
  columnsOf,
  createKeys,
  fillTexts,
  findKeysByNames,
  getTranslationKey,
  inContent,
  newKeyRef,
  type SomeKeyFields,
  type TranslationKeyRow,
} from '../../content/index.ts';
import { actorOf, type ProjectRef } from '../../kernel/index.ts';
import { type EditCall, editProject } from '../../project/index.ts';

export interface NewKeyInput extends EditCall, SomeKeyFields {
  name: string;
  value?: string;
}

/**
 * Creates a key and puts it after all existing keys.
 * @throws `conflict` with the key that has the name
 */
export async function createKey(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: NewKeyInput,
): Promise<TranslationKeyRow> {
  return editProject(deps, input, { content: 'exclusive' }, async ({ tx, project, now }) => {
    await requireFreeName(tx, project.id, input.name);
    const { tags = [], translatable, value, ...fields } = input;
    const key = newKeyRef(input.name, columnsOf(fields));
    const by = { changeId: newId(), now };
    await inContent(tx, project, by, async (writing) => {
      writing.record = { kind: 'edit', actor: actorOf(input.principal) };
      writing.lockedKeys = [key];
      const edited = translatable === undefined ? [] : [[key.id, translatable] as const];
      const sourceTexts = new Map(value === undefined ? [] : [[key.id, value] as const]);
      await createKeys(writing, [key], { tags, translatable: new Map(edited), sourceTexts });
      if (value === undefined) return;
      const locale = { id: project.source_locale_id, code: project.source_locale };
      const write = { key, text: value, state: 'translated', origin: 'manual' } as const;
      await fillTexts(writing, locale, [write], { areNew: true });
    });
    return getTranslationKey(tx, project.id, key.id);
  });
}

export async function requireFreeName(tx: Db, projectId: ProjectRef, name: string): Promise<void> {
  const taken = (await findKeysByNames(tx, projectId, [name]))[0];
  if (!taken) return;
  const what = taken.archived ? 'an archived key' : 'a key';
  const help = taken.archived ? ' Restore it with PATCH { "archived": false }.' : '';
  fail('conflict', `The project already has ${what} with the name ${name} (${taken.id}).${help}`);
}
