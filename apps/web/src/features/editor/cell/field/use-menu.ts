import type { TermSuggestion } from '@parlance/sdk';
import { useMemo, useState } from 'react';
import type { OpenCell } from '../open-cell.ts';
import { DIGITS } from './placeholder-menu.tsx';
import { type MenuEntry, menuEntries, type Tokenizer } from './placeholders.ts';

/** The menu of placeholders and characters, open while the caret is behind its filter text. */
export interface TextMenu {
  /** Entries that match the filter text. Empty if the menu is closed. */
  readonly entries: readonly MenuEntry[];
  readonly current: number;
  /** Start of the text that an entry replaces. */
  readonly from: number;
  open(from: number): void;
  close(): void;
  /** Handles a key press in the open menu. Returns true if the selection moved, or the selected entry. */
  onKey(event: KeyboardEvent): boolean | MenuEntry;
}

const CHOOSE = new Set(['Enter', 'Tab']);

/** The source of a translation, and the tokenizers of both texts. */
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
    // A completely typed placeholder needs no menu, so Enter saves the text.
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

/** A term without translation is inserted in the spelling of the source. */
const targetsOf = (terms: readonly TermSuggestion[]): string[] =>
  terms.map(({ source, target }) => target ?? source);
