import type { TermSuggestion } from '@parlance/sdk';
import { useMemo, useState } from 'react';
import type { OpenCell } from '../open-cell.ts';
import { DIGITS } from './placeholder-menu.tsx';
import { type MenuEntry, menuEntries, type Tokenizer } from './placeholders.ts';

/** The menu of placeholders and characters. It is open while the caret is directly after the text that filters it. */
export interface TextMenu {
  /** Entries that match the filter. Empty if the menu is closed. */
  readonly entries: readonly MenuEntry[];
  readonly current: number;
  /** Position of the beginning of the text that a selected entry replaces. */
  readonly from: number;
  open(from: number): void;
  close(): void;
  /**
   * Handles a key press in the open menu. Returns the entry if one was selected, and true if the key press has moved
   * the selection.
   */
  onKey(event: KeyboardEvent): boolean | MenuEntry;
}

const CHOOSE = new Set(['Enter', 'Tab']);

/** The source text of a cell, and the function that splits the source text or the translation into tokens. */
export interface Reading {
  readonly source: string;
  readonly tokenize: Tokenizer;
}

export function useMenu(
  cell: OpenCell,
  { source, tokenize }: Reading,
  { text, caret }: { readonly text: string; readonly caret: number },
  terms: readonly TermSuggestion[],
): TextMenu {
  const [opened, setOpened] = useState<{ from: number; current: number } | null>(null);
  const from = opened?.from ?? 0;
  const filter = opened && caret >= from ? text.slice(from, caret).toLowerCase() : null;
  const entries = useMemo(() => {
    if (filter === null) return [];
    const rest = text.slice(0, from) + text.slice(caret);
    const found = menuEntries(source, rest, { ...cell, tokenize }, targetsOf(terms)).filter(
      (entry) => entry.text.toLowerCase().includes(filter),
    );
    // If the user has typed a whole placeholder, the menu is empty, so that Enter saves the text.
    return filter !== '' && found.some((entry) => entry.text.toLowerCase() === filter) ? [] : found;
  }, [cell, source, tokenize, text, from, caret, filter, terms]);
  const current = Math.min(opened?.current ?? 0, entries.length - 1);

  return {
    entries,
    current,
    from,
    open: (at) => setOpened({ from: at, current: 0 }),
    close: () => setOpened(null),
    onKey({ key, ctrlKey, metaKey, altKey }) {
      if (entries.length === 0 || ctrlKey || metaKey || altKey) return false;
      if (key === 'ArrowDown' || key === 'ArrowUp') {
        const step = key === 'ArrowDown' ? 1 : -1;
        setOpened({ from, current: (current + step + entries.length) % entries.length });
        return true;
      }
      if (key === 'Escape') {
        setOpened(null);
        return true;
      }
      if (CHOOSE.has(key)) return entries[current]!;
      const digit = /^[1-9]$/.test(key) ? Number(key) : 0;
      return digit > 0 && digit <= DIGITS ? (entries[digit - 1] ?? false) : false;
    },
  };
}

/** Returns the translations of glossary terms. A term without a translation is inserted unchanged. */
const targetsOf = (terms: readonly TermSuggestion[]): string[] =>
  terms.map(({ source, target }) => target ?? source);
