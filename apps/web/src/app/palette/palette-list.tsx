import '../../i18n/parts/list.ts';
import {
  Autocomplete,
  Collection,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  SearchField,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useSearch } from '../../ui/form/list-search.tsx';
import { useFirstFocus } from '../../ui/hooks/use-first-focus.ts';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import type { Actions } from '../actions.ts';
import css from './palette.module.css';
import type { PaletteScope } from './palette-scope.ts';
import { useResults } from './use-results.ts';

/** Lists all actions and pages with a search field. `onRun` is called before a command runs. */
export function PaletteList({
  actions,
  onRun,
  ...scope
}: PaletteScope & { actions: Actions; onRun(): void }) {
  const { t } = useTranslation();
  const field = useFirstFocus();
  const search = useSearch();
  const { groups, isSearching, error } = useResults(scope, search, actions);
  return (
    <Autocomplete inputValue={search.typed} onInputChange={search.type}>
      <div className={css.scroller}>
        <SearchField aria-label={t('shell.paletteHint')} className={css.search}>
          <Input
            ref={field}
            className={css.input}
            placeholder={t('shell.paletteHint')}
            dir="auto"
          />
        </SearchField>
        {error && <ProblemNotice error={error} />}
        <Menu
          aria-label={t('shell.palette')}
          className={css.list}
          items={groups}
          dependencies={[groups]}
          renderEmptyState={() => !error && (isSearching ? '…' : t('shell.paletteEmpty'))}
        >
          {({ id: group, results }) => (
            <MenuSection id={group}>
              <Header className={css.header}>{t(`list.groups.${group}`)}</Header>
              <Collection items={results}>
                {({ id, label, note, keys, run }) => (
                  <MenuItem
                    id={id}
                    textValue={label}
                    className={css.item}
                    onAction={() => {
                      onRun();
                      run();
                    }}
                  >
                    <bdi>{label}</bdi>
                    {note !== undefined && <bdi className={css.note}>{note}</bdi>}
                    {keys !== undefined && <kbd className={css.chord}>{keys}</kbd>}
                  </MenuItem>
                )}
              </Collection>
            </MenuSection>
          )}
        </Menu>
      </div>
    </Autocomplete>
  );
}
