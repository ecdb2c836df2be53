import type { Row } from '@parlance/sdk';
import type { TFunction } from 'i18next';
import { memo } from 'react';
import css from './key-name.module.css';

/** Returns the accessible name of a row, without its checkbox. */
export const nameOf = ({ key, description, tags }: Row): string =>
  [key, description, ...tags].filter((part) => part !== '').join(', ');

/** The last segment of a name describes the key, and the segments before it the location. */
export const KeyName = memo(function KeyName({
  row,
  isSelected,
  isWhole = false,
  t,
}: {
  row: Row;
  isSelected: boolean;
  /** True if the name and its notes fit into one line. */
  isWhole?: boolean;
  t: TFunction;
}) {
  const { key, tags, description, family } = row;
  const cut = key.lastIndexOf('.', key.length - 2) + 1;
  return (
    <div className={css.key} data-whole={isWhole || undefined}>
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={t('editor.selection.select', { key })}
        checked={isSelected}
        // The grid handles the click, because it knows the rows from the active one to this one.
        readOnly
      />
      <bdi className={css.name} title={key}>
        <span>{key.slice(0, cut)}</span>
        <strong>{key.slice(cut)}</strong>
      </bdi>
      {(family || description !== '' || tags.length > 0) && (
        <span className={css.notes}>
          {family && <span>{t('editor.plural')}</span>}
          {description !== '' && (
            <span className={css.description} dir="auto" title={description}>
              {description}
            </span>
          )}
          {tags.map((tag) => (
            <span key={tag} className={css.tag} dir="auto">
              {tag}
            </span>
          ))}
        </span>
      )}
    </div>
  );
});
