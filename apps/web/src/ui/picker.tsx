import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  ComboBox,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxLoadMoreItem,
  Popover,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { type Choosable, type pagedQuery, rowsOf } from '../lib/paged-query.ts';
import field from './field.module.css';
import { useSearch } from './list-search.tsx';
import css from './menu.module.css';

/** Picks one of any number of things: some are offered at once, and a part of the name finds the others. */
export function Picker({
  label,
  hint,
  query,
  picked = [],
  onPick,
}: {
  label: string;
  /** Shown while nothing is typed. */
  hint: string;
  /** The things that match a text. They are read once the picker is open. */
  query(q: string): ReturnType<typeof pagedQuery<Choosable>>;
  /** Ids that cannot be picked again. */
  picked?: readonly string[];
  onPick(thing: Choosable): void;
}) {
  const { t } = useTranslation();
  const search = useSearch();
  const [isOpen, setOpen] = useState(false);
  const list = useInfiniteQuery({ ...query(search.q), enabled: isOpen });
  const rows = rowsOf(list);
  return (
    <ComboBox
      // React Aria closes the list for a value only, and nothing stays chosen here: a new field is closed.
      key={picked.length}
      className={field.field!}
      items={rows}
      inputValue={search.typed}
      onInputChange={search.type}
      value={null}
      onChange={(id) => {
        const thing = rows.find((row) => row.id === id);
        search.type('');
        if (thing) onPick(thing);
      }}
      disabledKeys={picked}
      onOpenChange={setOpen}
      menuTrigger="focus"
      allowsEmptyCollection
    >
      <Label>{label}</Label>
      <Input className={field.input!} placeholder={hint} dir="auto" />
      <Popover className={css.popover!}>
        <ListBox
          className={css.menu!}
          renderEmptyState={() => (
            <p className={css.empty} role="status">
              {list.isPending ? '…' : t('list.noMatch')}
            </p>
          )}
        >
          {rows.map(({ id, name, note }) => (
            <ListBoxItem key={id} id={id} textValue={name} className={css.item!}>
              <bdi>{name}</bdi>
              {note !== undefined && (
                <>
                  {' '}
                  <bdi className={field.hint}>{note}</bdi>
                </>
              )}
            </ListBoxItem>
          ))}
          {list.hasNextPage && (
            <ListBoxLoadMoreItem
              isLoading={list.isFetchingNextPage}
              onLoadMore={() => void list.fetchNextPage()}
            >
              …
            </ListBoxLoadMoreItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
