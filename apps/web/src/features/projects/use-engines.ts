import type { Locale } from '@parlance/contracts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { engineFor } from '../../lib/engine-for.ts';
import { projectQuery } from './projects.queries.ts';

/** Locales whose engines are asked for: each is a call. */
const ASKED = 10;

/** Returns what can translate into the first locales of a project, in words. */
export function useEngines(
  organizationId: string,
  projectId: string,
  locales: readonly Locale[],
): (code: string) => string {
  const { t } = useTranslation();
  const { data: project } = useQuery(projectQuery(organizationId, projectId));
  const source = locales.find(({ isSource }) => isSource)?.code;
  const asked = locales
    .filter(({ enabled, isSource }) => enabled && !isSource)
    .slice(0, ASKED)
    .map(({ code }) => code);
  const answers = useQueries({
    queries: asked.map((target) => ({
      queryKey: ['engine-of', organizationId, source, target],
      queryFn: async () =>
        (
          await api(organizationId).translate.engines({
            ...(source !== undefined && { sourceLocale: source }),
            targetLocale: target,
          })
        ).data,
      enabled: source !== undefined,
    })),
  });
  return (code) => {
    const engines = answers[asked.indexOf(code)]?.data;
    if (engines === undefined || project === undefined) return '';
    return engineFor(engines, project.settings.engine)?.name ?? t('locales.noEngine');
  };
}
