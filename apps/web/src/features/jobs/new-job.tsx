import type { Locale } from '@parlance/contracts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enginesQuery } from '../../lib/engines.queries.ts';
import { engineFor, isKnown, translatesInto } from '../../lib/locale/engine-for.ts';
import { toggled } from '../../lib/toggled.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Check, CheckGroup, Choice } from '../../ui/form/choice.tsx';
import field from '../../ui/form/field.module.css';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Empty } from '../../ui/page/page.tsx';
import { EstimateView } from './estimate-view.tsx';
import { firstOrder, type JobOrder, targetsOf } from './job-order.ts';
import css from './jobs.module.css';
import { estimateQuery, startJob } from './jobs.queries.ts';

const INCLUDES = ['missing', 'outdated', 'renewable'] as const;
const FORMALITIES = ['project', 'formal', 'informal'] as const;
/** Stands for the default chain, because no engine has an empty name. */
const CHAIN = '';

/**
 * Starts a translation job with locales, an engine and a cost estimate. The initial data is loaded
 * together with the page.
 */
export function NewJob({
  organizationId,
  projectId,
  locales,
  chosen,
  onStarted,
}: {
  organizationId: string;
  projectId: string;
  locales: readonly Locale[];
  chosen: readonly string[] | undefined;
  onStarted(jobId: string): void;
}) {
  const { t } = useTranslation();
  const source = locales.find(({ isSource }) => isSource)!;
  const targets = targetsOf(locales);
  const codes = targets.map(({ code }) => code);
  const { data: engines, error: notAnswered } = useQuery(
    enginesQuery(organizationId, source.code, codes, projectId),
  );
  const [changed, setChanged] = useState<JobOrder | null>(null);
  const order = changed ?? firstOrder(locales, engines, chosen);
  const change = (changes: Partial<JobOrder>) => setChanged({ ...order, ...changes });

  const usable = (engines ?? []).filter((engine) =>
    codes.some((code) => translatesInto(engine, code)),
  );
  const hasFormality = usable.some(({ formality }) => formality);

  const isComplete = order.targetLocales.length > 0 && order.include.length > 0;
  const estimate = useQuery({
    ...estimateQuery(organizationId, projectId, order),
    enabled: isComplete,
    placeholderData: keepPreviousData,
  });
  const start = useMutation({
    mutationFn: () => startJob(organizationId, projectId, order),
    onSuccess: ({ id }) => onStarted(id),
  });

  if (targets.length === 0) {
    return (
      <Empty
        text={t('jobs.noTargets')}
        action={
          <Link
            from="/o/$org/p/$project"
            to="/o/$org/p/$project/locales"
            className={buttonClass('secondary')}
          >
            {t('locales.add')}
          </Link>
        }
      />
    );
  }
  const error = start.error ?? (isComplete ? estimate.error : null) ?? notAnswered;
  return (
    <>
      <CheckGroup label={t('jobs.locales')}>
        {targets.map(({ code, name, counts }) => {
          const engine = engineFor(engines, code, order.engine)?.name;
          return (
            <Check
              key={code}
              isChecked={order.targetLocales.includes(code)}
              onChange={() => change({ targetLocales: toggled(codes, order.targetLocales, code) })}
            >
              <bdi>{name}</bdi> <code>{code}</code>
              <span className={css.facts}>
                {t('jobs.missing', { count: counts.missing })}
                {isKnown(engines, code) &&
                  ` · ${engine === undefined ? t('jobs.noEngine') : t('jobs.with', { engine })}`}
              </span>
            </Check>
          );
        })}
      </CheckGroup>
      <CheckGroup label={t('jobs.include')}>
        {INCLUDES.map((one) => (
          <Check
            key={one}
            isChecked={order.include.includes(one)}
            onChange={() => change({ include: toggled(INCLUDES, order.include, one) })}
          >
            {t(`jobs.includes.${one}`)}
          </Check>
        ))}
      </CheckGroup>
      <div className={field.fields}>
        <Choice
          label={t('jobs.engine')}
          value={order.engine ?? CHAIN}
          options={[
            { value: CHAIN, label: t('jobs.chain') },
            ...usable.map(({ name }) => ({ value: name, label: name })),
          ]}
          onChange={(name) => change({ engine: name === CHAIN ? null : name })}
        />
        {hasFormality && (
          <Choice
            label={t('jobs.formality')}
            value={order.formality ?? 'project'}
            options={FORMALITIES.map((value) => ({ value, label: t(`jobs.formalities.${value}`) }))}
            onChange={(value) => change({ formality: value === 'project' ? null : value })}
          />
        )}
      </div>
      {isComplete && estimate.data && (
        <EstimateView
          estimate={estimate.data}
          hasPrices={usable.some(({ creditsPerUnit }) => creditsPerUnit > 0)}
        />
      )}
      {!isComplete && <p className={css.note}>{t('jobs.choose')}</p>}
      {error && <ProblemNotice error={error} />}
      <div>
        <Button
          isDisabled={!isComplete || (estimate.isSuccess && isNothing(estimate.data.perLocale))}
          isPending={start.isPending}
          onPress={() => start.mutate()}
        >
          {t('jobs.start')}
        </Button>
      </div>
    </>
  );
}

const isNothing = (perLocale: Readonly<Record<string, { strings: number }>>): boolean =>
  Object.values(perLocale).every(({ strings }) => strings === 0);
