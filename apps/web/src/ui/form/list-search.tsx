import { type ReactNode, useState } from 'react';
import entries from '../display/entries.module.css';
import { useRested } from '../hooks/use-rested.ts';
import { Field } from './field.tsx';

/** Time in milliseconds without a key press after which a search begins. */
const REST_MS = 200;

export interface Search {
  readonly typed: string;
  /** The text to search for. Empty for everything. */
  readonly q: string;
  type(text: string): void;
}

/** The search of a list: the typed text, and the text that is searched for after a pause. */
export function useSearch(): Search {
  const [typed, type] = useState('');
  const q = typed.trim();
  return { typed, type, q: useRested(q, q, REST_MS).value };
}

/** The search field of a list, with further filters. A list that has always fitted on one page has none. */
export function ListSearch({
  label,
  search: { typed, type },
  list,
  children,
}: {
  label: string;
  search: Search;
  list: { readonly hasNextPage: boolean };
  children?: ReactNode;
}) {
  const [isLong, setLong] = useState(false);
  if (list.hasNextPage && !isLong) setLong(true);
  if (!isLong) return null;
  return (
    <div className={entries.filters}>
      <Field label={label} type="search" value={typed} onChange={type} autoComplete="off" />
      {children}
    </div>
  );
}
