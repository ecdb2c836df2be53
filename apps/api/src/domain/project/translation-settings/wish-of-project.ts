import type { Db } from '../../../db/client.ts';
import { ownerOf, type Principal } from '../../kernel/index.ts';
import type { EngineWish } from '../engine/choose-engines.ts';
import { getProject } from '../project.store.ts';
import { effectiveSettings, engineOrdersOf } from './effective-settings.ts';
import { readTranslationSettings } from './translation-settings.store.ts';

/** Returns the engines that a project names. If no project is given, the result names no engines. */
export async function wishOfProject(
  db: Db,
  principal: Principal,
  projectId: string | undefined,
): Promise<EngineWish> {
  if (projectId === undefined) return { requestedEngine: null };
  const project = await getProject(db, ownerOf(principal), projectId);
  const settings = effectiveSettings(await readTranslationSettings(db, project.id));
  return { requestedEngine: null, engineOrders: engineOrdersOf(settings) };
}
