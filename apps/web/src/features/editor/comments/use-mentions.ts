import { useInfiniteQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { rowsOf } from '../../../lib/paged-query.ts';
import type { Mention } from '../../../lib/words/comment-parts.ts';
import { useRested } from '../../../ui/hooks/use-rested.ts';
import { peopleQuery } from './comment.queries.ts';
import { mentionAt } from './mention-token.ts';

/** Time without typing after which people are searched for. */
const REST_MS = 120;

export interface OfferedPerson {
  readonly userId: string;
  readonly name: string;
}

/**
 * Offers people while a mention is typed, as a list box whose focus stays in the text (ARIA APG, editable combobox with
 * list autocomplete).
 */
export function useMentions({
  organizationId,
  projectId,
  text,
  caret,
  people,
  onPick,
}: {
  organizationId: string;
  projectId: string;
  text: string;
  caret: number;
  people: readonly Mention[];
  /** Called with the chosen person, and the position of the `@` in the text. */
  onPick(person: OfferedPerson, start: number): void;
}) {
  const token = mentionAt(text, caret, people);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const isWanted = token !== null && token.start !== dismissed;
  const typed = token?.q ?? '';
  const { value: q, isCurrent } = useRested(typed, typed, REST_MS);
  const list = useInfiniteQuery({
    ...peopleQuery(organizationId, projectId, q),
    enabled: isWanted && isCurrent,
  });
  const offered: readonly OfferedPerson[] = isWanted ? rowsOf(list) : [];
  const [chosen, setChosen] = useState({ q, at: 0 });
  const at = chosen.q === q ? Math.min(chosen.at, offered.length - 1) : 0;
  const pick = (person: OfferedPerson): void => {
    if (token) onPick(person, token.start);
  };
  return {
    offered,
    at,
    pick,
    /** Handles a key press in the text. Returns true if the key press controls the list of people. */
    onKey({ key }: KeyboardEvent): boolean {
      if (offered.length === 0) return false;
      const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
      if (step !== 0) setChosen({ q, at: (at + step + offered.length) % offered.length });
      else if (key === 'Enter' || key === 'Tab') pick(offered[at]!);
      else if (key === 'Escape') setDismissed(token!.start);
      else return false;
      return true;
    },
  };
}
