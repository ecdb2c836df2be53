import { useEffect, useState } from 'react';
import { Autocomplete, Input, Menu, MenuItem, SearchField, useFilter } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { Action } from './actions.ts';
import css from './palette.module.css';

/** The command palette, opened by its button or by Mod+K. */
export function Palette({ actions }: { actions: readonly Action[] }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { contains } = useFilter({ sensitivity: 'base' });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen((wasOpen) => !wasOpen);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <Button kind="quiet" aria-keyshortcuts="Control+K Meta+K" onPress={() => setOpen(true)}>
        {t('shell.palette')}
      </Button>
      <Dialog title={t('shell.palette')} isOpen={isOpen} onClose={() => setOpen(false)}>
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
                  setOpen(false);
                  run();
                }}
              >
                {label}
              </MenuItem>
            )}
          </Menu>
        </Autocomplete>
      </Dialog>
    </>
  );
}
