import { useTranslation } from 'react-i18next';
import { INVISIBLES } from '../../codemirror/invisible-glyphs.ts';
import css from './placeholder-menu.module.css';
import type { MenuEntry } from './placeholders.ts';

/** Number of entries that a digit can select. */
export const DIGITS = 9;

export const optionId = (menuId: string, index: number): string => `${menuId}-${index}`;

/** The menu of placeholders for the open text. The text field keeps the focus, and its keys control the menu. */
export function PlaceholderMenu({
  id,
  entries,
  current,
  onChoose,
}: {
  id: string;
  entries: readonly MenuEntry[];
  current: number;
  onChoose(entry: MenuEntry): void;
}) {
  const { t } = useTranslation();
  return (
    <div id={id} role="listbox" aria-label={t('cell.menu')} className={css.menu}>
      {entries.map((entry, index) => (
        <div
          key={entry.text}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === current}
          className={css.entry}
          // A click must not move the focus out of the text.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(entry)}
          onKeyDown={() => {}}
          ref={(element) => {
            if (index === current) element?.scrollIntoView({ block: 'nearest' });
          }}
        >
          <span className={css.digit}>{index < DIGITS ? index + 1 : ''}</span>
          <code dir="ltr">{entry.character ? INVISIBLES[entry.character][1] : entry.text}</code>
          <span className={css.group}>
            {entry.character
              ? t(`cell.character.${entry.character}`)
              : t(`cell.menuGroup.${entry.group}`)}
          </span>
        </div>
      ))}
    </div>
  );
}
