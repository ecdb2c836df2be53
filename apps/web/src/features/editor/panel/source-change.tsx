import type { Locale } from '@parlance/sdk';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { WordDiff } from '../../../ui/display/word-diff.tsx';
import { historyQuery } from '../editor.queries.ts';
import css from './panel.module.css';
import type { PanelProps } from './panel-props.ts';

/** Shows the changes of the source string since the active cell's text was written, if there are any. */
export function SourceChange({ organizationId, projectId, row, locale, locales }: PanelProps) {
  const cell = row.values[locale.code] ?? null;
  const outdated = (cell?.forms ?? (cell ? [cell] : [])).find((form) => form.outdated);
  const source = locales.find(({ isSource }) => isSource);
  const category = outdated && 'category' in outdated ? outdated.category : 'other';
  const now = row.source?.forms?.find((form) => form.category === category) ?? row.source;
  if (!outdated || !now || !source) return null;
  return (
    <Difference
      key={outdated.id}
      history={historyQuery(organizationId, projectId, outdated)}
      now={now.text}
      source={source}
    />
  );
}

function Difference({
  history,
  now,
  source: { code, direction },
}: {
  history: ReturnType<typeof historyQuery>;
  /** The current source string. */
  now: string;
  source: Locale;
}) {
  const { t } = useTranslation();
  const { data } = useQuery(history);
  if (!data) return null;
  const then = data.versions[0]?.sourceText ?? null;
  return (
    <section className={css.change}>
      <h3>{t('editor.sourceChange.title')}</h3>
      <p>
        {then === null || then === now ? (
          t('editor.sourceChange.unknown')
        ) : (
          <WordDiff before={then} after={now} locale={code} dir={direction} />
        )}
      </p>
    </section>
  );
}
