import type { Locale } from '@parlance/contracts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { engineFor } from '../../lib/locale/engine-for.ts';
import { enginesOfPairQuery, projectQuery } from './projects.queries.ts';

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
    queries: asked.map((target) => enginesOfPairQuery(organizationId, source, target)),
  });
  return (code) => {
    const engines = answers[asked.indexOf(code)]?.data;
    if (engines === undefined || project === undefined) return '';
    return engineFor(engines, project.settings.engine)?.name ?? t('locales.noEngine');
  };
}
