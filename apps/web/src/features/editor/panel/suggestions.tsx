import type { MessageFormat } from '@parlance/messages';
import type { Locale, MemorySuggestion, TermSuggestion } from '@parlance/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLater } from '../../../ui/hooks/use-later.ts';
import { useModule } from '../../../ui/hooks/use-module.ts';
import { useRested } from '../../../ui/hooks/use-rested.ts';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { OPEN_MS } from '../cell/open-text.ts';
import { CellText } from '../grid/text/cell-text.tsx';
import { suggestionsQuery } from '../suggestion.queries.ts';
import { activeCells } from './active-cells.ts';
import { EngineSuggestions, useEngineTexts } from './engine-suggestions.tsx';
import type { PanelProps } from './panel-props.ts';
import { Suggestion } from './suggestion.tsx';
import css from './suggestions.module.css';

const loadTextDiff = () => import('../grid/text/text-diff.tsx');

/** Time that the focus rests on a cell before its suggestions are loaded. */
const REST_MS = 120;

/**
 * Texts for the active cell: earlier translations, glossary terms, and engines on demand. With `isBeside`, the open
 * text is beside the suggestions, and engines without costs are requested automatically.
 */
export function Suggestions(props: PanelProps & { isBeside?: boolean }) {
  const { next, locale, locales, settings, offered } = props;
  const { isBeside = false } = props;
  // If the suggestions are beside the text, the panel's heading is not above them.
  const level = isBeside ? 2 : undefined;
  const { t } = useTranslation();
  const queries = useQueryClient();
  const source = locales.find(({ isSource }) => isSource)!;
  const cells = activeCells(props);
  const cell = cells.find(({ pluralCategory }) => pluralCategory === 'other') ?? cells[0]!;
  const rested = useRested(cell, `${cell.keyId} ${cell.locale}`, REST_MS);
  const isOpenLong = useLater(OPEN_MS);
  // Suggestions that are already loaded, such as suggestions for the next row, are displayed at once.
  const isKnown = queries.getQueryData(suggestionsQuery(cell).queryKey) !== undefined;
  const asked = isKnown ? cell : rested.value;
  const isCurrent = isKnown || rested.isCurrent;
  const { data, error } = useQuery({
    ...suggestionsQuery(asked),
    enabled: !locale.isSource && (isOpenLong || !isBeside),
  });
  const engineTexts = useEngineTexts(asked);

  const nextId = next?.keyId;
  const isDone = data !== undefined;
  useEffect(() => {
    if (!isDone || nextId === undefined) return;
    const { organizationId, projectId, locale } = asked;
    void queries.prefetchQuery(
      suggestionsQuery({ organizationId, projectId, locale, keyId: nextId }),
    );
  }, [queries, asked, isDone, nextId]);

  const memory = data && isCurrent ? data.memory : [];
  const texts = [...memory.map(({ text }) => text), ...(isCurrent ? engineTexts : [])];
  useEffect(() => {
    offered.current = texts;
    return () => {
      offered.current = [];
    };
  });

  if (locale.isSource) return <p>{t('suggest.source')}</p>;
  if (error) return <ProblemNotice error={error} />;
  if (!data || !isCurrent) return <p role="status">{t('suggest.looking')}</p>;
  if (data.sourceText === null) return <p>{t('suggest.noSource')}</p>;
  const show = (text: string) => (
    <CellText
      isWhole
      text={text}
      format={settings.messageFormat}
      locale={locale.code}
      dir={locale.direction}
    />
  );
  return (
    <div className={css.suggestions}>
      {!isBeside && (
        <SourceText
          text={data.sourceText}
          terms={data.terms}
          locale={source.code}
          dir={source.direction}
        />
      )}
      {data.terms.length > 0 && (
        <section>
          <h3 aria-level={level}>{t('suggest.terms')}</h3>
          <dl className={css.terms}>
            {distinct(data.terms).map(({ source, target }) => (
              <div key={source}>
                <dt>{source}</dt>
                <dd lang={locale.code} dir={locale.direction}>
                  {target ?? <em>{t('suggest.keep')}</em>}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section>
        <h3 aria-level={level}>{t('suggest.memory')}</h3>
        {memory.length === 0 && <p className={css.note}>{t('suggest.noMemory')}</p>}
        <ol className={css.list}>
          {memory.map((one, index) => (
            <Suggestion
              key={`${one.projectId} ${one.key} ${one.source} ${one.text}`}
              number={index + 1}
              hasKey={!isBeside}
              text={one.text}
              onUse={() => props.onUse(one.text)}
            >
              {show(one.text)}
              <Origin
                suggestion={one}
                sourceText={data.sourceText!}
                locale={source}
                format={settings.messageFormat}
              />
            </Suggestion>
          ))}
        </ol>
      </section>
      {/* Engines answer only roles that may write texts. */}
      {props.mayWrite && (
        <EngineSuggestions
          cell={asked}
          sourceText={data.sourceText}
          firstNumber={memory.length + 1}
          isAsking={isBeside}
          show={show}
          onUse={props.onUse}
        />
      )}
    </div>
  );
}

/** Returns each term once, even if the source repeats it. */
const distinct = (terms: readonly TermSuggestion[]): TermSuggestion[] => [
  ...new Map(terms.map((term) => [term.source, term])).values(),
];

/** The source string with marked terms. */
function SourceText({
  text,
  terms,
  locale,
  dir,
}: {
  text: string;
  terms: readonly TermSuggestion[];
  locale: string;
  dir: 'ltr' | 'rtl';
}) {
  const ends = [0, ...terms.map(({ end }) => end)];
  return (
    <p lang={locale} dir={dir} className={css.source}>
      {terms.map(({ start, end, target }, index) => (
        <span key={start}>
          {text.slice(ends[index], start)}
          <mark title={target ?? undefined}>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </p>
  );
}

/** Shows the similarity of the source strings, and their differences. */
function Origin({
  suggestion,
  sourceText,
  locale,
  format,
}: {
  suggestion: MemorySuggestion;
  format: MessageFormat;
  sourceText: string;
  /** The source locale. */
  locale: Locale;
}) {
  const { t } = useTranslation();
  const { score, source, fits, key } = suggestion;
  const Difference = useModule(loadTextDiff, score < 1)?.TextDiff;
  return (
    <>
      <p className={css.note}>
        <strong>{t('percent', { value: score })}</strong> <code dir="auto">{key}</code>
      </p>
      {score < 1 && Difference && (
        <p className={css.diff}>
          <Difference
            before={source}
            after={sourceText}
            format={format}
            locale={locale.code}
            dir={locale.direction}
          />
        </p>
      )}
      {!fits && <p className={css.broken}>{t('suggest.broken')}</p>}
    </>
  );
}
