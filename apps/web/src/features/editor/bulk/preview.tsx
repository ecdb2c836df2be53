import type { BulkResult, ChangeItem } from '@parlance/sdk';
import { useTranslation } from 'react-i18next';
import { WordDiff } from '../../../ui/display/word-diff.tsx';
import css from './bulk.module.css';

/** Returns a string that identifies a value in the preview. */
export const placeOf = ({ keyId, locale }: Pick<ChangeItem, 'keyId' | 'locale'>): string =>
  `${keyId} ${locale}`;

/** Shows the preview of a bulk change: counts, and its first changes, each of which can be excluded. */
export function Preview({
  result,
  isCurrent,
  isOfKeys,
  except,
  onToggle,
}: {
  result: BulkResult;
  /** False while the preview of changed fields is computed. */
  isCurrent: boolean;
  isOfKeys: boolean;
  /** Excluded values. */
  except: readonly string[];
  onToggle(place: string): void;
}) {
  const { t } = useTranslation();
  const { rows, rowsDone, changed, skipped, conflicts, preview } = result;
  const count = changed - except.length;
  return (
    <>
      <p role="status" className={css.counts}>
        <strong>
          {isCurrent
            ? t(isOfKeys ? 'bulk.keyChanges' : 'bulk.changes', { count })
            : t('bulk.looking')}
        </strong>
        {isCurrent && skipped > 0 && <span>{t('bulk.same', { count: skipped })}</span>}
        {isCurrent && conflicts > 0 && <span>{t('bulk.conflicts', { count: conflicts })}</span>}
        {isCurrent && rowsDone < rows && (
          <span>{t('bulk.part', { done: rowsDone, total: rows })}</span>
        )}
      </p>
      {changed > preview.length && (
        <p className={css.note}>{t('bulk.first', { count: preview.length })}</p>
      )}
      {preview.length > 0 && (
        <ul className={css.changes}>
          {preview.map((item) => {
            const place = placeOf(item);
            const isIncluded = !except.includes(place);
            return (
              <li key={place} className={css.change} data-included={isIncluded}>
                {item.locale !== null && (
                  <input
                    type="checkbox"
                    aria-label={t('bulk.include', { key: item.key, locale: item.locale })}
                    checked={isIncluded}
                    onChange={() => onToggle(place)}
                  />
                )}
                <div>
                  <p className={css.key}>
                    <code dir="auto">{item.key}</code>
                    {item.locale !== null && <span>{item.locale}</span>}
                  </p>
                  <ItemDiff item={item} />
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

function ItemDiff({ item }: { item: ChangeItem }) {
  const { t, i18n } = useTranslation();
  const { kind, locale, before, after, keyBefore, keyAfter } = item;
  if (kind === 'archived') return <p>{t('bulk.archived')}</p>;
  if (kind === 'edited') {
    const shown = (fields: typeof keyBefore) =>
      fields?.tags
        ? fields.tags.join(', ') || t('bulk.noTags')
        : String(fields?.maxLength ?? t('bulk.noLimit'));
    return (
      <p>
        <del>{shown(keyBefore)}</del> <ins>{shown(keyAfter)}</ins>
      </p>
    );
  }
  const state = (version: typeof before) =>
    version ? t(`cell.value.${version.state}`) : t('bulk.missing');
  const hasOtherState = before?.state !== after?.state;
  return (
    <>
      <p>
        <WordDiff
          before={before?.text ?? ''}
          after={after?.text ?? ''}
          locale={locale!}
          dir={i18n.dir(locale!)}
        />
      </p>
      {hasOtherState && (
        <p className={css.note}>
          {state(before)} → {state(after)}
        </p>
      )}
    </>
  );
}
