import '../../i18n/parts/list.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import {
  Autocomplete,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  SearchField,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { organizationChoiceQuery } from '../../features/organizations/organization-choice.queries.ts';
import { rowsOf } from '../../lib/paged-query.ts';
import { projectChoiceQuery } from '../../lib/project-choice.queries.ts';
import menu from '../../ui/dialog/menu.module.css';
import field from '../../ui/form/field.module.css';
import { useSearch } from '../../ui/form/list-search.tsx';
import { useFirstFocus } from '../../ui/hooks/use-first-focus.ts';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import type { Action } from '../actions.ts';

/** Lists the organizations of the user, or the projects of one organization, that match the typed text. */
export function SwitchList({
  name,
  organizationId,
  actions,
  onPick,
  onClose,
}: {
  name: string;
  organizationId?: string;
  actions: readonly Action[];
  onPick(id: string): void;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const input = useFirstFocus();
  const search = useSearch();
  const list = useInfiniteQuery(
    organizationId === undefined
      ? organizationChoiceQuery(search.q)
      : projectChoiceQuery(organizationId, search.q),
  );
  const isSearching = list.isPending || list.isPlaceholderData || search.q !== search.typed.trim();
  const kind = organizationId === undefined ? 'organizations' : 'projects';
  return (
    <Autocomplete inputValue={search.typed} onInputChange={search.type}>
      <SearchField aria-label={t(`list.find.${kind}`)}>
        <Input
          ref={input}
          className={field.input!}
          placeholder={t(`list.find.${kind}`)}
          dir="auto"
        />
      </SearchField>
      {list.error && <ProblemNotice error={list.error} />}
      <Menu
        aria-label={name}
        className={menu.menu!}
        onAction={onClose}
        renderEmptyState={() =>
          !list.error && <p className={menu.empty}>{isSearching ? '…' : t('list.noMatch')}</p>
        }
      >
        <MenuSection>
          <Header className={menu.header!}>{t(`list.groups.${kind}`)}</Header>
          {rowsOf(list).map(({ id, name: label, note = '' }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={label}
              className={menu.item!}
              onAction={() => onPick(organizationId === undefined ? note : id)}
            >
              <bdi>{label}</bdi> <bdi className={field.hint}>{note}</bdi>
            </MenuItem>
          ))}
        </MenuSection>
        {search.typed === '' && actions.length > 0 && (
          <MenuSection aria-label={t('list.groups.create')}>
            {actions.map(({ id, label, run }) => (
              <MenuItem key={id} id={id} textValue={label} className={menu.item!} onAction={run}>
                {label}
              </MenuItem>
            ))}
          </MenuSection>
        )}
      </Menu>
    </Autocomplete>
  );
}
