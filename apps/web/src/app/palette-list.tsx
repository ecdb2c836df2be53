import '../i18n/list.ts';
import { Autocomplete, Input, Menu, MenuItem, SearchField, useFilter } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { Action } from './actions.ts';
import css from './palette.module.css';

/** All commands, and a field that searches them. `onRun` is called before a command runs. */
export function PaletteList({ actions, onRun }: { actions: readonly Action[]; onRun(): void }) {
  const { t } = useTranslation();
  const { contains } = useFilter({ sensitivity: 'base' });
  return (
    <Autocomplete filter={contains}>
      <SearchField aria-label={t('shell.paletteHint')} autoFocus>
        <Input className={css.input} placeholder={t('shell.paletteHint')} />
      </SearchField>
      <Menu
        aria-label={t('shell.palette')}
        className={css.list}
        items={actions}
        renderEmptyState={() => t('shell.paletteEmpty')}
      >
        {({ id, label, run }) => (
          <MenuItem
            id={id}
            textValue={label}
            className={css.item}
            onAction={() => {
              onRun();
              run();
            }}
          >
            {label}
          </MenuItem>
        )}
      </Menu>
    </Autocomplete>
  );
}
