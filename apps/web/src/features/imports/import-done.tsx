import type { ImportResult, StagedImport } from '@parlance/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../ui/button.tsx';
import { Page, Section } from '../../ui/page/page.tsx';
import { ImportResultView } from './import-result-view.tsx';
import css from './staged-import.module.css';

/** Shows the result of an import, and the next steps. */
export function ImportDone({
  result,
  status,
  waiting,
  undo,
}: {
  /** Result of the import. Undefined if the import was applied or discarded before the page was opened. */
  result: ImportResult | undefined;
  status: StagedImport['status'];
  /** Number of files that still need a review. */
  waiting: number;
  /** Returns the button that reverts a change. */
  undo(changeId: string): ReactNode;
}) {
  const { t } = useTranslation();
  const next = (
    <Link
      from="/o/$org/p/$project"
      to="/o/$org/p/$project/import"
      className={buttonClass(waiting > 0 ? 'primary' : 'secondary')}
    >
      {waiting > 0 ? t('imports.next', { count: waiting }) : t('imports.another')}
    </Link>
  );
  if (!result) {
    return (
      <Page title={t(status === 'applied' ? 'imports.wasApplied' : 'imports.wasDiscarded')}>
        <p>{t('imports.gone')}</p>
        <div className={css.actions}>{next}</div>
      </Page>
    );
  }
  return (
    <Page title={t('imports.done')}>
      <Section title={t('imports.result')}>
        <ImportResultView result={result} undo={undo}>
          {next}
        </ImportResultView>
      </Section>
    </Page>
  );
}
