import '../../../i18n/parts/proposals.ts';
import type { Proposal } from '@parlance/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chordOf } from '../../../lib/chord.ts';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { activeCells } from '../panel/active-cells.ts';
import type { PanelProps } from '../panel/panel-props.ts';
import { commandOf, type ProposalCommand } from '../shortcuts/shortcuts.ts';
import { usePreferences } from '../use-preferences.ts';
import { proposalsQuery } from './proposal.queries.ts';
import { ProposalItem } from './proposal-item.tsx';
import css from './proposals.module.css';

const ITEMS = 'li[data-proposal]';

/** Moves the focus to the first button of a proposal. Returns false if there is none. */
function focusItem(list: HTMLElement | null, at: number): boolean {
  const item = list?.querySelectorAll<HTMLElement>(ITEMS)[at];
  const button = item?.querySelector<HTMLElement>('button');
  button?.focus();
  return button !== undefined && button !== null;
}

/** The open proposals for the active cell. */
export function Proposals(props: PanelProps) {
  const { organizationId, projectId, locale, wantsFocus, onFocused, onLeave } = props;
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { bindings } = usePreferences();
  const list = useRef<HTMLOListElement>(null);
  const cells = activeCells(props).filter(({ newKey }) => newKey === undefined);
  const place = {
    organizationId,
    projectId,
    locale: locale.code,
    keyIds: cells.map(({ keyId }) => keyId),
  };
  const query = proposalsQuery(place);
  const { data, error } = useQuery({ ...query, enabled: !locale.isSource });
  const isRead = data !== undefined || error !== null || locale.isSource;
  useEffect(() => {
    if (!wantsFocus || !isRead) return;
    focusItem(list.current, 0);
    onFocused();
  }, [wantsFocus, isRead, onFocused]);

  const [decided, setDecided] = useState<{ id: string; at: number } | null>(null);
  const onGone = useEffectEvent((at: number) => {
    setDecided(null);
    if (!focusItem(list.current, Math.min(at, (data?.length ?? 0) - 1))) onLeave();
  });
  const isShown = decided !== null && data?.some(({ id }) => id === decided.id);
  useEffect(() => {
    if (decided && !isShown) onGone(decided.at);
  }, [decided, isShown]);

  /** Removes decided proposals from the list. The focus then moves to the next one, or to the cell. */
  function onDecided(proposal: Proposal, isTextDecided: boolean): void {
    const isGone = (other: Proposal): boolean =>
      other.id === proposal.id ||
      (isTextDecided && other.keyId === proposal.keyId && other.text === proposal.text);
    const shown = queries.getQueryData(query.queryKey) ?? [];
    // The response to a running request may still contain the decided proposals.
    void queries.cancelQueries({ queryKey: query.queryKey });
    queries.setQueryData(
      query.queryKey,
      shown.filter((other) => !isGone(other)),
    );
    setDecided({ id: proposal.id, at: shown.findIndex(isGone) });
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEMS)];
    const at = items.findIndex((item) => item.contains(event.target as Node));
    const chord = chordOf(event.nativeEvent);
    const id = commandOf(chord, 'proposal', bindings);
    const command = id?.slice('proposal.'.length) as ProposalCommand | undefined;
    const button = command && items[at]?.querySelector<HTMLElement>(`[data-command=${command}]`);
    if (button) button.click();
    else if (chord === 'Escape') onLeave();
    else if (chord === 'ArrowDown') focusItem(list.current, Math.min(at + 1, items.length - 1));
    else if (chord === 'ArrowUp') focusItem(list.current, Math.max(at - 1, 0));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  if (locale.isSource) return <p>{t('proposals.source')}</p>;
  if (error) return <ProblemNotice error={error} />;
  if (!data) return <p role="status">{t('loading')}</p>;
  if (data.length === 0) return <p>{t('proposals.none')}</p>;
  return (
    <ol
      ref={list}
      className={css.list}
      aria-label={t('proposals.list', { locale: locale.name })}
      onKeyDown={onKeyDown}
    >
      {data.map((proposal) => (
        <ProposalItem
          key={proposal.id}
          {...props}
          proposal={proposal}
          place={place}
          cell={cells.find(({ keyId }) => keyId === proposal.keyId)!}
          bindings={bindings}
          onDecided={onDecided}
        />
      ))}
    </ol>
  );
}
