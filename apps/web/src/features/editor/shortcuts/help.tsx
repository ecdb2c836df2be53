import '../../../i18n/parts/help.ts';
import { useId, useState } from 'react';
import { useFilter } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { chordOf, spellChord } from '../../../lib/chord.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import css from './help.module.css';
import {
  type Bindings,
  chordsOf,
  faultOfChord,
  MOVES,
  SHORTCUTS,
  type Shortcut,
} from './shortcuts.ts';

/** All keyboard shortcuts of the editor, which can be changed or disabled (WCAG 2.2, 2.1.4). */
export function Help({ onClose, ...sheet }: KeySheetProps & { onClose(): void }) {
  const { t } = useTranslation();
  return (
    <Dialog close={t('close')} title={t('editor.help.title')} isOpen isWide onClose={onClose}>
      <KeySheet {...sheet} />
    </Dialog>
  );
}

interface KeySheetProps {
  bindings: Bindings;
  /** Sets the chord of a command. A null chord disables it. */
  onBind(id: string, chord: string | null): void;
  onReset(): void;
}

export function KeySheet({ bindings, onBind, onReset }: KeySheetProps) {
  const { t } = useTranslation();
  const { contains } = useFilter({ sensitivity: 'base' });
  const [sought, setSought] = useState('');
  const isSought = (shortcut: Shortcut) => contains(t(shortcut.label), sought.trim());
  const list = (scope: Shortcut['scope']) => (
    <ul className={css.list}>
      {SHORTCUTS.filter((shortcut) => shortcut.scope === scope && isSought(shortcut)).map(
        (shortcut) => (
          <Binding
            key={shortcut.id}
            shortcut={shortcut}
            bindings={bindings}
            onBind={(chord) => onBind(shortcut.id, chord)}
          />
        ),
      )}
    </ul>
  );
  return (
    <>
      <Field
        label={t('editor.help.find')}
        type="search"
        value={sought}
        onChange={setSought}
        autoComplete="off"
      />
      <div className={css.sheet}>
        <section>
          <h3>{t('editor.help.grid')}</h3>
          <p className={css.row}>
            <span>{t('editor.help.moves')}</span>
            <span className={css.keys}>
              {[...MOVES].map((chord) => (
                <kbd key={chord}>{spellChord(chord)}</kbd>
              ))}
            </span>
          </p>
          {list('grid')}
        </section>
        <section>
          <h3>{t('editor.help.text')}</h3>
          {list('text')}
        </section>
        <section>
          <h3>{t('editor.help.proposal')}</h3>
          {list('proposal')}
        </section>
        <section>
          <h3>{t('editor.help.comment')}</h3>
          {list('comment')}
        </section>
      </div>
      <div>
        <Button kind="secondary" onPress={onReset}>
          {t('editor.help.reset')}
        </Button>
      </div>
    </>
  );
}

function Binding({
  shortcut,
  bindings,
  onBind,
}: {
  shortcut: Shortcut;
  bindings: Bindings;
  onBind(chord: string | null): void;
}) {
  const { t } = useTranslation();
  const [isWaiting, setWaiting] = useState(false);
  const [fault, setFault] = useState<'denied' | 'taken' | 'letter' | null>(null);
  const chords = chordsOf(shortcut, bindings);
  const label = t(shortcut.label);
  const id = useId();
  return (
    <li className={css.row}>
      <span>{label}</span>
      <span id={`${id}name`} hidden>
        {t('editor.help.change', { label })}
      </span>
      <span className={css.keys}>
        <button
          type="button"
          className={css.change}
          id={`${id}keys`}
          aria-labelledby={`${id}name ${id}keys`}
          aria-pressed={isWaiting}
          onClick={() => setWaiting(true)}
          onBlur={() => setWaiting(false)}
          onKeyDown={(event) => {
            if (!isWaiting) return;
            const chord = chordOf(event.nativeEvent);
            if (chord === null || chord === 'Tab' || chord === 'Shift+Tab') return;
            event.preventDefault();
            event.stopPropagation();
            setWaiting(false);
            if (chord === 'Escape') return;
            const found = faultOfChord(chord, shortcut, bindings);
            setFault(found);
            if (found === null) onBind(chord);
          }}
        >
          {isWaiting
            ? t('editor.help.press')
            : chords.length === 0
              ? t('editor.help.none')
              : chords.map((chord) => <kbd key={chord}>{spellChord(chord)}</kbd>)}
        </button>
        {isWaiting && (
          <button
            type="button"
            className={css.change}
            // If this button took the focus, the other button would stop waiting for a key before the press has an
            // effect.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              setWaiting(false);
              onBind(null);
            }}
          >
            {t('editor.help.off')}
          </button>
        )}
      </span>
      {fault && (
        <span role="alert" className={css.fault}>
          {t(`editor.help.${fault}`)}
        </span>
      )}
    </li>
  );
}
