import { i18nImportsGet } from '@parlance/contracts';
import { getStagedImport } from '../../domain/files/index.ts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getProject } from '../../domain/project/index.ts';
import { route } from '../../http/route.ts';
import { presentStagedImport } from './staged-import.present.ts';

export const i18nImportsGetRoute = route(i18nImportsGet, async ({ deps, principal, params }) => {
  const { db, clock } = deps;
  const { id } = await getProject(db, ownerOf(principal), params.projectId);
  const staged = await getStagedImport(db, id, params.importId, clock.now());
  return { data: presentStagedImport(staged) };
});
