import type { Locale } from '@parlance/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { enginesQuery } from '../../lib/engines.queries.ts';
import { engineFor, isKnown } from '../../lib/locale/engine-for.ts';

/**
 * Returns a sentence about the translation engines for the locales of a project. Returns an empty text until they are
 * loaded.
 */
export function useEngines(
  organizationId: string,
  projectId: string,
  locales: readonly Locale[],
): { engineOf(code: string): string; error: Error | null } {
  const { t } = useTranslation();
  const source = locales.find(({ isSource }) => isSource)?.code;
  const targets = locales
    .filter(({ enabled, isSource }) => enabled && !isSource)
    .map(({ code }) => code);
  const { data: engines, error } = useQuery(
    enginesQuery(organizationId, source, targets, projectId),
  );
  return {
    error,
    engineOf(code) {
      if (!isKnown(engines, code)) return '';
      return engineFor(engines, code)?.name ?? t('locales.noEngine');
    },
  };
}
