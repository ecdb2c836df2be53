import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { spellChord } from '../../lib/chord.ts';
import { earlyKeys } from '../../lib/early-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useModule } from '../../ui/hooks/use-module.ts';
import { Icon } from '../../ui/page/icon.tsx';
import type { Actions } from '../actions.ts';
import css from './palette.module.css';
import type { PaletteScope } from './palette-scope.ts';

/** Loads the list later, so that the first page does not wait for the palette. */
const loadList = () => import('./palette-list.tsx');

/** The command palette, opened by its button or by Mod+K. */
export function Palette({ actions, ...scope }: PaletteScope & { actions: Actions }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const list = useModule(loadList, true);
  const isLoaded = list !== null;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (!isLoaded) {
        earlyKeys.hold(() => setOpen(false));
        earlyKeys.insist();
      }
      setOpen((wasOpen) => !wasOpen);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [isLoaded]);
  return (
    <>
      <Button kind="quiet" aria-keyshortcuts="Control+K Meta+K" onPress={() => setOpen(true)}>
        <Icon name="search" />
        <span className={css.word}>{t('shell.palette')}</span>
        <kbd className={css.chord}>{spellChord('Mod+k')}</kbd>
      </Button>
      <Dialog
        close={t('close')}
        title={t('shell.palette')}
        isOpen={isOpen && isLoaded}
        onClose={() => setOpen(false)}
      >
        {list && <list.PaletteList {...scope} actions={actions} onRun={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}
