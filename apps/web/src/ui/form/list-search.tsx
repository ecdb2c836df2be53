import { type ReactNode, useState } from 'react';
import entries from '../display/entries.module.css';
import { useRested } from '../hooks/use-rested.ts';
import { Field } from './field.tsx';

/** A pause in typing after which a search begins. */
const REST_MS = 200;

export interface Search {
  readonly typed: string;
  /** The text to search for. Empty for everything. */
  readonly q: string;
  type(text: string): void;
}

/** The search of a list: what is typed, and what is searched for once typing pauses. */
export function useSearch(): Search {
  const [typed, type] = useState('');
  const q = typed.trim();
  return { typed, type, q: useRested(q, q, REST_MS).value };
}

/** The field that searches a list, with further filters. A list that has always been one page needs none. */
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
