import type { Row } from '@parlance/sdk';
import type { TFunction } from 'i18next';
import { memo } from 'react';
import css from './key-name.module.css';

/** Name of a row for screen readers: its box is not a part of it. */
export const nameOf = ({ key, description, tags }: Row): string =>
  [key, description, ...tags].filter((part) => part !== '').join(', ');

/** The last segment of a name says what the key is; what stands before it says where. */
export const KeyName = memo(function KeyName({
  row,
  isSelected,
  isWhole = false,
  t,
}: {
  row: Row;
  isSelected: boolean;
  /** True if the name and its notes stand in one line that has room for all of them. */
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
        // The grid takes the click: it knows the rows from the active one to this.
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
