import type { EngineSuggestion, TranslationEngine } from '@parlance/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { useModule } from '../../../ui/hooks/use-module.ts';
import type { OpenCell } from '../cell/open-cell.ts';
import { answerQuery, askEngines, enginesQuery } from '../suggestion.queries.ts';
import { Suggestion } from './suggestion.tsx';
import css from './suggestions.module.css';

const loadFailure = () => import('./engine-failure.tsx');

/** An engine's answer for the source string of a cell, or the part of it that has arrived. */
interface Answer {
  readonly data: EngineSuggestion | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
}

/** Returns the arrived answers of engines for a cell, without requesting any. */
function useAnswers(cell: OpenCell, engines: readonly TranslationEngine[]): readonly Answer[] {
  const queries = useQueryClient();
  const stateOf = ({ name }: TranslationEngine) =>
    queries.getQueryState<EngineSuggestion, Error>(answerQuery(cell, name).queryKey);
  const subscribe = useCallback(
    (changed: () => void) => queries.getQueryCache().subscribe(changed),
    [queries],
  );
  useSyncExternalStore(subscribe, () =>
    engines
      .map(stateOf)
      .map((state) => [state?.dataUpdatedAt, state?.errorUpdatedAt, state?.fetchStatus].join())
      .join(' '),
  );
  return engines.map(stateOf).map((state) => ({
    data: state?.data,
    error: state?.error ?? null,
    isFetching: state?.fetchStatus === 'fetching',
  }));
}

const NO_ENGINES: readonly TranslationEngine[] = [];

/** Returns the engines' texts for a cell. */
export function useEngineTexts(cell: OpenCell): string[] {
  const { data: engines = NO_ENGINES } = useQuery(enginesQuery(cell));
  return useAnswers(cell, engines).flatMap(({ data }) => data?.text ?? []);
}

/** The answers of engines, and a button for each engine without one. */
export function EngineSuggestions({
  cell,
  sourceText,
  firstNumber,
  isAsking,
  show,
  onUse,
}: {
  cell: OpenCell;
  sourceText: string;
  firstNumber: number;
  /** True to request the engines that run on the server and cost nothing. */
  isAsking: boolean;
  show(text: string): ReactNode;
  onUse(text: string): void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data: engines, error } = useQuery(enginesQuery(cell));
  const answers = useAnswers(cell, engines ?? NO_ENGINES);
  const hasFailed = answers.some(({ data, error: failure }) => data?.error ?? failure);
  const EngineFailure = useModule(loadFailure, hasFailed)?.EngineFailure;
  const free = (isAsking ? (engines ?? []) : [])
    .filter(({ local, creditsPerUnit }, index) => {
      const { data, error: failure, isFetching } = answers[index]!;
      return local && creditsPerUnit === 0 && !data && !failure && !isFetching;
    })
    .map(({ name }) => name)
    .join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cell is that of the engines
  useEffect(() => {
    if (free !== '') askEngines(queries, cell, free.split(','));
  }, [free]);
  // A user without permission to see engines gets no list.
  if (error || !engines || (isAsking && engines.length === 0)) return null;
  const units = [...sourceText].length;
  const given = engines.flatMap(({ name }, index) => {
    const answer = answers[index]?.data;
    return answer?.text ? [{ name, text: answer.text, usage: answer.usage }] : [];
  });
  const open = engines.filter(
    (_, index) => !answers[index]?.data?.text && !answers[index]?.isFetching,
  );
  const credits = open.reduce((sum, { creditsPerUnit }) => sum + creditsPerUnit * units, 0);
  return (
    <section>
      <h3>{t('suggest.engines')}</h3>
      {engines.length === 0 && <p className={css.note}>{t('suggest.noEngine')}</p>}
      <ol className={css.list}>
        {given.map(({ name, text, usage }, index) => (
          <Suggestion
            key={name}
            number={firstNumber + index}
            text={text}
            hasKey={!isAsking}
            onUse={() => onUse(text)}
          >
            {show(text)}
            <p className={css.note}>
              {name}
              {usage && ` · ${t('suggest.units', { count: usage.billedUnits })}`}
            </p>
          </Suggestion>
        ))}
      </ol>
      {open.length > 1 && (
        <Button
          kind="secondary"
          onPress={() =>
            askEngines(
              queries,
              cell,
              open.map(({ name }) => name),
            )
          }
        >
          {credits > 0
            ? t('suggest.askAllPriced', { count: credits })
            : t('suggest.askAll', { count: open.length })}
        </Button>
      )}
      {open.length > 0 && <p className={css.note}>{t('suggest.unitsEach', { count: units })}</p>}
      {engines.map(({ name, creditsPerUnit }, index) => {
        const { data, error: failure, isFetching } = answers[index]!;
        const cause = data?.error ?? failure;
        return (
          <div key={name} className={css.engine}>
            {cause && EngineFailure && <EngineFailure engine={name} cause={cause} />}
            {typeof data?.text !== 'string' && (
              <Button
                kind="secondary"
                isPending={isFetching}
                onPress={() => askEngines(queries, cell, [name])}
              >
                {creditsPerUnit > 0
                  ? t('suggest.askPriced', { engine: name, count: creditsPerUnit * units })
                  : t('suggest.ask', { engine: name })}
              </Button>
            )}
          </div>
        );
      })}
    </section>
  );
}
