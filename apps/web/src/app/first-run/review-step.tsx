import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  applyImport,
  discardImport,
  stagedImportQuery,
} from '../../features/imports/imports.queries.ts';
import { sayWarnings } from '../../lib/words/say-fault.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { WarningList } from '../../ui/notice/warning-list.tsx';
import { Section } from '../../ui/page/page.tsx';
import { removeNewProject } from './first-run.queries.ts';
import { ImportSample } from './import-sample.tsx';
import css from './steps.module.css';

const WARNINGS_SHOWN = 50;

/** Shows the changes that the import of the first file would make. */
export function ReviewStep({
  organizationId,
  projectId,
  importId,
  onApplied,
  onDiscarded,
  onCancelled,
}: {
  organizationId: string;
  projectId: string;
  importId: string;
  onApplied(): Promise<void>;
  onDiscarded(): Promise<void>;
  /** Called after the new project was removed. */
  onCancelled(): Promise<void>;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data: staged, error } = useQuery(stagedImportQuery(organizationId, projectId, importId));
  const apply = useMutation({
    mutationFn: () => applyImport(organizationId, projectId, importId, [], false),
    onSuccess: async () => {
      await queries.invalidateQueries();
      await onApplied();
    },
  });
  const discard = useMutation({
    mutationFn: () => discardImport(organizationId, projectId, importId),
    onSuccess: onDiscarded,
  });
  // Removes the new project. Otherwise, an empty project would remain, because nothing was imported.
  const cancel = useMutation({
    mutationFn: () => removeNewProject(organizationId, projectId, importId),
    onSuccess: async () => {
      await queries.invalidateQueries();
      await onCancelled();
    },
  });
  const problem = error ?? apply.error ?? discard.error ?? cancel.error;
  return (
    <Section title={t('firstRun.review')}>
      {problem && <ProblemNotice error={problem} />}
      {staged && (
        <>
          <dl className={css.figures}>
            <div>
              <dt>{t('firstRun.keys', { count: staged.keys.total })}</dt>
              <dd>{t('firstRun.count', { count: staged.keys.total })}</dd>
            </div>
            <div>
              <dt>{t('firstRun.texts', { count: staged.counts.added })}</dt>
              <dd>{t('firstRun.count', { count: staged.counts.added })}</dd>
            </div>
            <div>
              <dt>{t('firstRun.warnings', { count: staged.warnings.length })}</dt>
              <dd>{t('firstRun.count', { count: staged.warnings.length })}</dd>
            </div>
          </dl>
          {staged.warnings.length > 0 && (
            <section
              className={css.warnings}
              aria-label={t('firstRun.warningList')}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, also by keyboard.
              tabIndex={0}
            >
              <WarningList warnings={sayWarnings(staged.warnings.slice(0, WARNINGS_SHOWN))} />
            </section>
          )}
          <ImportSample organizationId={organizationId} projectId={projectId} importId={importId} />
          <p className={css.note}>{t('firstRun.nothingYet')}</p>
          <div className={css.actions}>
            <Button isPending={apply.isPending} onPress={() => apply.mutate()}>
              {t('firstRun.import')}
            </Button>
            <Button kind="quiet" isPending={discard.isPending} onPress={() => discard.mutate()}>
              {t('firstRun.back')}
            </Button>
            <Button kind="quiet" isPending={cancel.isPending} onPress={() => cancel.mutate()}>
              {t('cancel')}
            </Button>
          </div>
        </>
      )}
    </Section>
  );
}
