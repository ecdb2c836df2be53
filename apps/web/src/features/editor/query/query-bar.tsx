import type { CheckCode } from '@parlance/messages';
import { parseQuery, STATUSES } from '@parlance/query';
import { useQuery } from '@tanstack/react-query';
import i18next, { type TFunction } from 'i18next';
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { earlyKeys } from '../../../lib/early-keys.ts';
import { Choices } from '../../../ui/form/choices.tsx';
import { useLatest } from '../../../ui/hooks/use-latest.ts';
import { countsQuery } from '../editor.queries.ts';
import css from './query-bar.module.css';
import { partsOf, togglePart, withLocales } from './query-state.ts';

export interface QueryBarProps {
  query: string;
  /** Returns the query that the page is about to show. Text that is typed afterwards replaces it. */
  latestQuery(): string;
  /** `typed` is true while the user types. Such a query replaces the last one in the browser's history. */
  onQuery(query: string, typed: boolean): void;
  /** Runs the query again. */
  onAgain(): void;
  /** Moves the focus to the rows. */
  onRows(): void;
  organizationId: string;
  projectId: string;
  locales: readonly string[];
  inputRef: RefObject<HTMLInputElement | null>;
  /** Saved queries of the user for the project. */
  saved: readonly string[];
  /** Saves a query, or removes a saved one. */
  onSaved(query: string): void;
  isFilterOpen: boolean;
  onFilterOpen(isOpen: boolean): void;
}

const REST_MS = 300;
/** Prefix of saved queries in the ids of the menu. */
const SAVED = 'saved ';

/**
 * State of the text in the query field. The text is sent after a pause, with Enter, or when the
 * focus moves to the rows. The rows of the query appear with a delay. Text that is typed during the
 * delay is kept, and the focus moves to the rows only when the rows of the query are shown.
 */
function useQueryText({ query, latestQuery, onQuery, onAgain, onRows }: QueryBarProps) {
  const [text, setText] = useState(query);
  const [sent, setSent] = useState(query);
  const [read, setRead] = useState(query);
  if (read !== query) {
    setRead(query);
    if (query !== sent) {
      setSent(query);
      setText(query);
    }
  }
  const [goesToRows, setGoesToRows] = useState(false);
  const { fault } = parseQuery(text);
  const typed = text.trim();
  const send = useLatest((next: string, byRest: boolean): void => {
    setSent(next);
    onQuery(next, byRest);
  });
  const goToRows = useLatest(onRows);
  const isToSend = !fault && typed !== sent;
  useEffect(() => {
    if (!isToSend) return;
    const timer = setTimeout(() => send(typed, true), REST_MS);
    return () => clearTimeout(timer);
  }, [typed, isToSend, send]);
  useEffect(() => {
    if (!goesToRows || query !== sent) return;
    setGoesToRows(false);
    goToRows();
  }, [goesToRows, query, sent, goToRows]);
  const change = (next: string): void => {
    setText(next);
    setSent(latestQuery());
    setGoesToRows(false);
  };
  return {
    text,
    fault,
    change,
    onKeyDown({ key, nativeEvent }: KeyboardEvent): void {
      if (nativeEvent.isComposing) return;
      if (key === 'Escape') change('');
      const isDown = key === 'ArrowDown';
      if (isDown) {
        earlyKeys.hold(() => setGoesToRows(false));
        setGoesToRows(true);
      }
      if (!isDown && key !== 'Enter') return;
      // After Enter, the focus stays in the field, because the user may continue to type the query.
      if (isToSend) send(typed, false);
      else if (!isDown && !fault && sent === query) onAgain();
    },
  };
}

/** The query as text, with a menu of filters. */
export function QueryBar(props: QueryBarProps) {
  const { inputRef } = props;
  const { t } = useTranslation();
  const { text, change, fault, onKeyDown } = useQueryText(props);

  return (
    <search className={css.bar}>
      <div className={css.line}>
        <input
          type="search"
          ref={inputRef}
          className={css.input}
          aria-label={t('editor.query.label')}
          aria-invalid={fault !== null}
          aria-describedby={fault ? 'query-fault' : undefined}
          placeholder={t('editor.query.hint')}
          dir="auto"
          spellCheck={false}
          value={text}
          onChange={({ target }) => change(target.value)}
          onKeyDown={onKeyDown}
        />
        <FilterMenu {...props} />
      </div>
      {fault && (
        <p id="query-fault" role="alert" className={css.fault}>
          {t('editor.query.fault', {
            part: text.slice(fault.start, fault.end),
            message: fault.message,
          })}
        </p>
      )}
    </search>
  );
}

/**
 * Returns a label for a condition or an option. Returns null if the label would only repeat the
 * query, as for a text or the name of a key.
 */
function labelOf(text: string, t: TFunction): string | null {
  const isNegated = text.startsWith('-');
  const [field = '', value = ''] = text.toLowerCase().replace(/^-/, '').split(':');
  const status = STATUSES.find((one) => field === 'is' && one === value);
  const label = status
    ? t(`editor.query.status.${status}`)
    : field === 'check' && i18next.exists(`cell.check.${value}`)
      ? t(`cell.check.${value as CheckCode}`)
      : (
          {
            'has:proposal': t('editor.query.proposal'),
            'has:comment': t('editor.query.comment'),
            'all:': t('editor.query.all'),
            'case:': t('editor.query.case'),
            'word:': t('editor.query.word'),
          } as Record<string, string>
        )[`${field}:${value}`];
  if (label === undefined) return null;
  return isNegated ? `− ${label}` : label;
}

function FilterMenu({
  query,
  onQuery,
  organizationId,
  projectId,
  locales,
  saved,
  onSaved,
  isFilterOpen,
  onFilterOpen,
}: QueryBarProps) {
  const { t } = useTranslation();
  const { data: counts = [] } = useQuery({
    ...countsQuery(organizationId, projectId, locales),
    enabled: isFilterOpen && locales.length > 0,
  });
  const sum = (numberOf: (of: (typeof counts)[number]) => number) =>
    counts.reduce((total, of) => total + numberOf(of), 0);
  const numbers = {
    missing: sum(({ missing }) => missing),
    'needs-review': sum(({ needsReview }) => needsReview),
    translated: sum(({ translated }) => translated),
    reviewed: sum(({ reviewed }) => reviewed),
    outdated: sum(({ outdated }) => outdated),
    failing: null,
    untranslatable: null,
    question: null,
  } as const;
  const codes = [...new Set(counts.flatMap(({ checks }) => Object.keys(checks)))].sort();
  const { query: parsed } = parseQuery(query);
  const parts = new Set(partsOf(query).map(({ text }) => text.toLowerCase()));
  const chosen = [...parts].flatMap((part) => labelOf(part, t) ?? []);
  const entry = (name: string, number: number | null) =>
    number === null || counts.length === 0 ? name : t('editor.query.entry', { name, number });
  return (
    <Choices
      label={t('editor.query.filter')}
      chosen={chosen.length > 1 ? String(chosen.length) : chosen[0]}
      isOpen={isFilterOpen}
      onOpenChange={onFilterOpen}
      entries={[
        ...saved.map((text) => ({
          id: `${SAVED}${text}`,
          label: text,
          isChosen: text === query,
          group: t('editor.query.saved'),
        })),
        ...(query === ''
          ? []
          : [
              {
                id: 'keep',
                label: t('editor.query.keep'),
                isChosen: saved.includes(query),
                group: t('editor.query.saved'),
              },
            ]),
        ...STATUSES.map((status) => ({
          id: `is:${status}`,
          label: entry(t(`editor.query.status.${status}`), numbers[status]),
          isChosen: parts.has(`is:${status}`),
          group: t('editor.query.states'),
        })),
        ...(['proposal', 'comment'] as const).map((name) => ({
          id: `has:${name}`,
          label: t(`editor.query.${name}`),
          isChosen: parts.has(`has:${name}`),
          group: t('editor.query.states'),
        })),
        ...codes.map((code) => ({
          id: `check:${code}`,
          label: entry(
            t(`cell.check.${code as CheckCode}`),
            sum(({ checks }) => checks[code] ?? 0),
          ),
          isChosen: parts.has(`check:${code}`),
          group: t('editor.query.findings'),
        })),
        ...(
          [
            ['all', parsed?.locales === 'all'],
            ['case', parsed?.matchesCase ?? false],
            ['word', parsed?.matchesWords ?? false],
          ] as const
        ).map(([name, isChosen]) => ({
          id: name === 'all' ? name : `${name}:`,
          label: t(`editor.query.${name}`),
          isChosen,
          group: t('editor.query.options'),
        })),
      ]}
      onToggle={(id) => {
        if (id === 'keep') return onSaved(query);
        if (id.startsWith(SAVED)) {
          const text = id.slice(SAVED.length);
          return onQuery(text === query ? '' : text, false);
        }
        onQuery(
          id === 'all'
            ? withLocales(query, parsed?.locales === 'all' ? 'any' : 'all')
            : togglePart(query, id),
          false,
        );
      }}
    />
  );
}
