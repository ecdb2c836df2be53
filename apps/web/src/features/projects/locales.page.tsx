import '../../i18n/parts/project.ts';
import type { LocaleCounts } from '@parlance/contracts';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tonesOfCounts } from '../../lib/locale/tones-of.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmName } from '../../ui/dialog/confirm-name.tsx';
import entries from '../../ui/display/entries.module.css';
import { Progress } from '../../ui/display/progress.tsx';
import { ScrollTable } from '../../ui/display/scroll-table.tsx';
import table from '../../ui/display/table.module.css';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Page, Section } from '../../ui/page/page.tsx';
import { AddLocale } from './add-locale.tsx';
import css from './dashboard.module.css';
import type { ProjectPageProps } from './overview.page.tsx';
import { stateCountsQuery } from './progress.queries.ts';
import { enableLocale, localesQuery } from './projects.queries.ts';
import { useEngines } from './use-engines.ts';

export function LocalesPage({
  organizationId,
  projectId,
  denial,
}: ProjectPageProps & {
  /** Reason why the user's role may not change locales. Null if it may. */
  denial: ReactNode;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const query = localesQuery(organizationId, projectId);
  const { data: locales } = useSuspenseQuery(query);
  const [disabling, setDisabling] = useState<{ code: string; name: string } | null>(null);
  const { data: counts } = useQuery(stateCountsQuery(organizationId, projectId));
  const { engineOf, error } = useEngines(organizationId, projectId, locales);
  const refresh = () => queries.invalidateQueries({ queryKey: query.queryKey });
  const enable = useMutation({
    mutationFn: (locale: { localeCode: string; enabled: boolean }) =>
      enableLocale(organizationId, projectId, locale),
    onSuccess: refresh,
  });
  return (
    <Page title={t('locales.title')}>
      {denial}
      <Section title={t('locales.inProject')}>
        {(enable.error ?? error) && <ProblemNotice error={enable.error ?? error} />}
        <ScrollTable label={t('locales.inProject')}>
          <thead>
            <tr>
              <th scope="col">{t('locales.code')}</th>
              <th scope="col" className={table.text}>
                {t('locales.progress')}
              </th>
              <th scope="col" className={table.text}>
                {t('locales.engine')}
              </th>
              {denial === null && <th scope="col">{t('locales.use')}</th>}
            </tr>
          </thead>
          <tbody>
            {locales.map(({ code, name, enabled, isSource }) => (
              <tr key={code}>
                <th scope="row">
                  <bdi>{name}</bdi> <code dir="ltr">{code}</code>
                </th>
                <td className={`${css.bar} ${table.text}`}>
                  {isSource && <span className={entries.note}>{t('locales.source')}</span>}
                  {enabled && !isSource && <LocaleTones counts={counts?.find(isOf(code))} />}
                </td>
                <td className={table.text}>
                  {enabled && !isSource && <span>{engineOf(code)}</span>}
                </td>
                {denial === null && (
                  <td>
                    {!isSource && (
                      <Button
                        kind="secondary"
                        aria-label={t(enabled ? 'locales.disableNamed' : 'locales.enableNamed', {
                          name,
                        })}
                        isPending={enable.isPending}
                        onPress={() =>
                          enabled
                            ? setDisabling({ code, name })
                            : enable.mutate({ localeCode: code, enabled: true })
                        }
                      >
                        {t(enabled ? 'locales.disable' : 'locales.enable')}
                      </Button>
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      </Section>
      {denial === null && (
        <Section title={t('locales.add')}>
          <AddLocale
            organizationId={organizationId}
            projectId={projectId}
            source={locales.find(({ isSource }) => isSource)?.code}
            onAdded={refresh}
          />
        </Section>
      )}
      {disabling && (
        <ConfirmName
          title={t('locales.disableNamed', { name: disabling.name })}
          text={t('danger.locale')}
          name={disabling.name}
          label={t('danger.typeName', { name: disabling.name })}
          button={t('locales.disable')}
          cancel={t('danger.keep')}
          call={async () => {
            await enableLocale(organizationId, projectId, {
              localeCode: disabling.code,
              enabled: false,
            });
            await refresh();
          }}
          onClose={() => setDisabling(null)}
        />
      )}
    </Page>
  );
}

const isOf = (code: string) => (counts: LocaleCounts) => counts.locale === code;

/** Shows the translated and reviewed share of a locale. Renders nothing until it is loaded. */
function LocaleTones({ counts }: { counts: LocaleCounts | undefined }) {
  const { t } = useTranslation();
  if (counts === undefined) return null;
  return <Progress label={t('locales.progress')} isLabelHidden {...tonesOfCounts(counts)} />;
}
