import type { Estimate, TranslationEngine } from '@parlance/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form, ToggleButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { JobOrder } from '../../features/jobs/job-order.ts';
import { estimateQuery, startJob } from '../../features/jobs/jobs.queries.ts';
import { localesQuery, removeLocale } from '../../features/projects/projects.queries.ts';
import { enginesQuery } from '../../lib/engines.queries.ts';
import { codeName } from '../../lib/locale/code-name.ts';
import { engineFor, isKnown, isOutOfReach, pairWith } from '../../lib/locale/engine-for.ts';
import { Button } from '../../ui/button.tsx';
import { LanguageField } from '../../ui/form/language-field.tsx';
import { useLanguageText } from '../../ui/form/use-language-text.ts';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Section } from '../../ui/page/page.tsx';
import { ensureLocale } from './first-run.queries.ts';
import css from './steps.module.css';

/** Suggested languages. The user can also enter any other language. */
const SUGGESTED = ['de', 'fr', 'es', 'it', 'pt-BR', 'nl', 'pl', 'uk', 'ja', 'ko', 'zh-Hans', 'ar'];

/** Chooses the languages of a new project, each with the engine that can translate into it. */
export function LanguagesStep({
  organizationId,
  projectId,
  onJob,
  onEditor,
}: {
  organizationId: string;
  projectId: string;
  onJob(jobId: string): Promise<void>;
  onEditor(locales: readonly string[]): Promise<void>;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const locales = useQuery(localesQuery(organizationId, projectId));
  const source = locales.data?.find(({ isSource }) => isSource)?.code;
  const targets = locales.data?.filter(({ isSource }) => !isSource).map(({ code }) => code) ?? [];
  const [named, setNamed] = useState<readonly string[]>([]);
  const other = useLanguageText();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  // Languages that were added to show their cost. Languages that are no longer selected are removed again.
  const [added, setAdded] = useState<readonly string[]>([]);
  const [estimate, setEstimate] = useState<Estimate | null>(null);
  const offered = [...new Set([...SUGGESTED, ...targets, ...named])].filter(
    (code) => code !== source,
  );
  const engines = useQuery(enginesQuery(organizationId, source, offered));
  const engineOf = (code: string) => engineFor(engines.data, code);
  const translated = chosen.filter((code) => engineOf(code) !== undefined);
  const costs = translated.some((code) => (engineOf(code)?.creditsPerUnit ?? 0) > 0);
  const isAsking = engines.isPending || engines.isPlaceholderData;

  const forgetLocales = () =>
    queries.invalidateQueries({ queryKey: localesQuery(organizationId, projectId).queryKey });
  const toggle = (code: string, isChosen: boolean) => {
    setEstimate(null);
    setChosen((now) => {
      const others = now.filter((one) => one !== code);
      return isChosen ? [...others, code] : others;
    });
  };
  const start = useMutation({
    mutationFn: async () => {
      const order: JobOrder = {
        targetLocales: translated,
        include: ['missing'],
        engine: null,
        formality: null,
      };
      for (const code of chosen) {
        if (!targets.includes(code)) await ensureLocale(organizationId, projectId, code);
      }
      for (const code of added) {
        if (!chosen.includes(code)) await removeLocale(organizationId, projectId, code);
      }
      setAdded(chosen.filter((code) => added.includes(code) || !targets.includes(code)));
      await forgetLocales();
      if (translated.length === 0) return onEditor([source!, ...chosen]);
      if (costs && estimate === null) {
        setEstimate(await queries.fetchQuery(estimateQuery(organizationId, projectId, order)));
        return;
      }
      await onJob((await startJob(organizationId, projectId, order)).id);
    },
    // If a language is rejected, others may already have been added, so the list of locales is reloaded.
    onError: forgetLocales,
  });
  const problem = locales.error ?? start.error ?? engines.error;
  const button = () => {
    if (translated.length === 0) return t('firstRun.addLanguages');
    if (costs && estimate === null) return t('firstRun.seeCost');
    if (translated.length < chosen.length) {
      return t('firstRun.translateSome', { count: translated.length, all: chosen.length });
    }
    return t('firstRun.translate', { count: translated.length });
  };
  const chips = offered.map((code) => {
    return (
      <ToggleButton
        key={code}
        className={css.chip!}
        isSelected={chosen.includes(code)}
        onChange={(isChosen) => toggle(code, isChosen)}
      >
        <strong>
          <span dir="auto">{codeName(code)}</span> <code>{code}</code>
        </strong>
        <small>
          <EngineWords engines={engines.data} code={code} isAsking={isAsking} />
        </small>
      </ToggleButton>
    );
  });
  return (
    <Section title={t('firstRun.languages')}>
      <p className={css.note}>{t('firstRun.languagesText')}</p>
      <div className={css.chips}>{chips}</div>
      <ByHand
        engines={engines.data}
        codes={offered.filter((code) => isKnown(engines.data, code) && !engineOf(code))}
      />
      <Form
        className={css.add}
        onSubmit={(event) => {
          event.preventDefault();
          const code = other.read();
          if (code === null || code === source) return;
          other.clear();
          setNamed((now) => [...now, code]);
          toggle(code, true);
        }}
      >
        <LanguageField
          label={t('firstRun.other')}
          name="code"
          isRequired
          {...other.field}
          errorMessage={t('firstRun.unknown')}
        />
        <Button type="submit" kind="secondary">
          {t('firstRun.addOther')}
        </Button>
      </Form>
      {estimate && (
        <Notice kind={estimate.affordable ? 'success' : 'problem'}>
          <p>
            {t('firstRun.cost', { count: estimate.credits, memory: estimate.memoryHits })}{' '}
            {!estimate.affordable && t('firstRun.tooMuch')}
          </p>
        </Notice>
      )}
      {problem && <ProblemNotice error={problem} />}
      <div className={css.actions}>
        <Button
          isDisabled={chosen.length === 0 || isAsking || estimate?.affordable === false}
          isPending={start.isPending}
          onPress={() => start.mutate()}
        >
          {button()}
        </Button>
        <Button
          kind="quiet"
          isDisabled={source === undefined}
          onPress={() => void onEditor([source!, ...targets])}
        >
          {t('firstRun.skip')}
        </Button>
      </div>
    </Section>
  );
}

/** Explains why languages have no engine, and how to add one. Renders nothing if all have one. */
function ByHand({
  engines = [],
  codes,
}: {
  engines: readonly TranslationEngine[] | undefined;
  codes: readonly string[];
}) {
  const { t } = useTranslation();
  if (codes.length === 0) return null;
  const reasons = engines.flatMap((engine) =>
    codes.flatMap((code) => {
      const pair = pairWith(engine, code);
      return pair?.status === 'unavailable' && pair.reason
        ? [`${engine.name}: ${pair.reason}`]
        : [];
    }),
  );
  return (
    <p className={css.note}>
      {t('firstRun.addEngine')}
      {reasons.length > 0 && ` ${t('firstRun.why')} ${[...new Set(reasons)].join(' · ')}`}
    </p>
  );
}

/** Names the engine that translates into a language, or explains why no engine does. */
function EngineWords({
  engines,
  code,
  isAsking,
}: {
  engines: readonly TranslationEngine[] | undefined;
  code: string;
  isAsking: boolean;
}) {
  const { t } = useTranslation();
  if (!isKnown(engines, code)) return isAsking ? t('firstRun.asking') : null;
  const engine = engineFor(engines, code);
  if (!engine) return t(isOutOfReach(engines, code) ? 'firstRun.outOfReach' : 'firstRun.noEngine');
  const isLoadable = pairWith(engine, code)?.status === 'loadable';
  const here = engine.local ? 'onServer' : 'byEngine';
  return t(`firstRun.${isLoadable ? 'loadable' : here}`, { engine: engine.name });
}
