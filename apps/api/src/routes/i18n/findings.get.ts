import { i18nFindingsGet } from '@parlance/contracts';
import { checkValue, factsOfFinding } from '../../domain/content/index.ts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getProject } from '../../domain/project/index.ts';
import { route } from '../../http/route.ts';

export const i18nFindingsGetRoute = route(i18nFindingsGet, async ({ deps, principal, params }) => {
  const { id } = await getProject(deps.db, ownerOf(principal), params.projectId);
  const { version, sourceVersion, findings } = await checkValue(deps.db, id, params.valueId);
  const rows = findings.map(({ code, severity, detail, ignored, ...finding }) => {
    return { code, severity, message: detail, ignored, ...factsOfFinding(finding) };
  });
  return { data: { version, sourceVersion, findings: rows } };
});
