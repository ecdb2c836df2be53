import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import css from '../editor.module.css';
import type { Selected } from '../grid/store/selection.ts';

/** Shows the number of selected rows with the available actions. */
export function SelectionBar({
  selected: { isAll, keyIds },
  total,
  onAll,
  onClear,
  onChange,
}: {
  selected: Selected;
  total: number;
  onAll(): void;
  onClear(): void;
  onChange(): void;
}) {
  const { t } = useTranslation();
  const count = isAll ? total : keyIds.size;
  if (count === 0) return null;
  return (
    <section className={css.selection} aria-label={t('editor.selection.label')}>
      <strong role="status">{t('editor.selection.count', { count })}</strong>
      <Button onPress={onChange}>{t('editor.selection.change')}</Button>
      {count < total && (
        <Button kind="secondary" onPress={onAll}>
          {t('editor.selection.all', { count: total })}
        </Button>
      )}
      <Button kind="quiet" onPress={onClear}>
        {t('editor.selection.clear')}
      </Button>
    </section>
  );
}
