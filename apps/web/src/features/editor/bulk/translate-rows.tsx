import type { TranslationJob } from '@parlance/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../../i18n/parts/problems.ts';
import { sayFailure } from '../../../lib/problem.ts';
import { Button } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/display/progress.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import css from './bulk.module.css';
import {
  engineListQuery,
  type TranslateOrder,
  translateEstimateQuery,
  translateRows,
} from './translate.queries.ts';

const DEFAULT = '';

/** Translates missing texts of the selected rows by machine, after showing an estimate. */
export function TranslateRows({
  order: { organizationId, projectId, keyIds, locales },
  onDone,
}: {
  order: Omit<TranslateOrder, 'engine'>;
  onDone(job: TranslationJob): void;
}) {
  const { t } = useTranslation();
  const [engine, setEngine] = useState(DEFAULT);
  const [job, setJob] = useState<TranslationJob | null>(null);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const { data: engines = [] } = useQuery(engineListQuery(organizationId));
  const order = {
    organizationId,
    projectId,
    keyIds,
    locales,
    engine: engine === DEFAULT ? null : engine,
  };
  const { data: estimate, error } = useQuery(translateEstimateQuery(order));
  const parts = Object.entries(estimate?.perLocale ?? {});
  const strings = parts.reduce((sum, [, part]) => sum + part.strings, 0);
  const faults = parts.flatMap(([locale, part]) =>
    part.error
      ? [`${locale}: ${sayFailure({ code: part.error.code, detail: part.error.message })}`]
      : [],
  );

  async function start(): Promise<void> {
    setSending(true);
    setProblem(null);
    try {
      onDone(await translateRows(order, setJob));
    } catch (cause) {
      setProblem(cause);
      setJob(null);
    } finally {
      setSending(false);
    }
  }

  if (job) {
    const { total, done, failed } = job.progress;
    return (
      <>
        <Progress
          label={t('bulk.translating')}
          value={total === 0 ? 0 : (100 * (done + failed)) / total}
        />
        <p className={css.note}>{t('bulk.goesOn')}</p>
      </>
    );
  }
  return (
    <>
      <Choice
        label={t('bulk.engine')}
        value={engine}
        options={[
          { value: DEFAULT, label: t('bulk.engineOfProject') },
          ...engines.map((name) => ({ value: name, label: name })),
        ]}
        onChange={setEngine}
      />
      {faults.map((fault) => (
        <Notice key={fault} kind="problem">
          {fault}
        </Notice>
      ))}
      {(error || problem) && <ProblemNotice error={problem ?? error} />}
      {estimate && (
        <p role="status" className={css.note}>
          {strings === 0 && faults.length === 0
            ? t('bulk.nothingMissing')
            : t('bulk.estimate', {
                count: strings,
                memory: estimate.memoryHits,
                units: estimate.billableUnits,
              })}
        </p>
      )}
      {estimate && !estimate.affordable && <Notice kind="problem">{t('bulk.tooDear')}</Notice>}
      <Button
        isPending={isSending}
        isDisabled={strings === 0 || !estimate?.affordable}
        onPress={() => void start()}
      >
        {t('bulk.translate', { count: strings })}
      </Button>
    </>
  );
}
