import type { Locale } from '@parlance/contracts';
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';

/** Locales whose engines are asked for: each is a call. */
const ASKED = 10;

/** Returns what can translate into the first locales of a project, in words. */
export function useEngines(
  organizationId: string,
  locales: readonly Locale[],
): (code: string) => string {
  const { t } = useTranslation();
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
        ).data
          .filter(({ pair }) => pair?.status === 'ready' || pair?.status === 'loadable')
          .map(({ name }) => name),
      enabled: source !== undefined,
    })),
  });
  return (code) => {
    const names = answers[asked.indexOf(code)]?.data;
    if (names === undefined) return '';
    return names[0] ?? t('locales.noEngine');
  };
}
