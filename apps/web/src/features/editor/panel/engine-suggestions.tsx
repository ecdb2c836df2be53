import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import '../../../i18n/problems.ts';
import { sayFailure, sayProblem } from '../../../lib/problem.ts';
import { Button } from '../../../ui/button.tsx';
import type { OpenCell } from '../cell/open-cell.ts';
import { answerQuery, askEngines, enginesQuery } from '../suggestion.queries.ts';
import { Suggestion } from './suggestion.tsx';
import css from './suggestions.module.css';

/** The texts that engines have given for a cell. */
export function useEngineTexts(cell: OpenCell): string[] {
  const { data: engines = [] } = useQuery(enginesQuery(cell));
  const answers = useQueries({ queries: engines.map(({ name }) => answerQuery(cell, name)) });
  return answers.flatMap(({ data }) => data?.text ?? []);
}

/** The answers of engines, and a button for each that was not asked yet. */
export function EngineSuggestions({
  cell,
  sourceText,
  firstNumber,
  show,
  onUse,
}: {
  cell: OpenCell;
  sourceText: string;
  firstNumber: number;
  show(text: string): ReactNode;
  onUse(text: string): void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data: engines, error } = useQuery(enginesQuery(cell));
  const answers = useQueries({
    queries: (engines ?? []).map(({ name }) => answerQuery(cell, name)),
  });
  // Who may not see engines has none.
  if (error || !engines) return null;
  const units = [...sourceText].length;
  const given = engines.flatMap(({ name }, at) => {
    const answer = answers[at]?.data;
    return answer?.text ? [{ name, text: answer.text, usage: answer.usage }] : [];
  });
  const open = engines.filter((_, at) => !answers[at]?.data?.text && !answers[at]?.isFetching);
  const credits = open.reduce((sum, { creditsPerUnit }) => sum + creditsPerUnit * units, 0);
  return (
    <section>
      <h3>{t('suggest.engines')}</h3>
      {engines.length === 0 && <p className={css.note}>{t('suggest.noEngine')}</p>}
      <ol className={css.list}>
        {given.map(({ name, text, usage }, at) => (
          <Suggestion key={name} number={firstNumber + at} text={text} onUse={() => onUse(text)}>
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
      {engines.map(({ name, creditsPerUnit }, at) => {
        const { data, error: failure, isFetching } = answers[at]!;
        const cause = data?.error ? sayFailure(data.error) : failure && sayProblem(failure);
        return (
          <div key={name} className={css.engine}>
            {cause && <p role="alert">{t('suggest.failed', { engine: name, problem: cause })}</p>}
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
