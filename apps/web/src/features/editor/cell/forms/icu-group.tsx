import type { FormGroup } from '@parlance/messages/forms';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { AddExact } from './add-exact.tsx';
import css from './forms.module.css';
import { emptyCategories } from './icu-lines.ts';

/** The lines of one selector, with actions for all of them. */
export function IcuGroup({
  group,
  title,
  remove,
  onAdd,
  onCopy,
  children,
}: {
  group: FormGroup;
  /** The option around the selector. Empty for a single selector. */
  title: string;
  remove: React.ReactNode;
  onAdd(keys: readonly string[]): void;
  onCopy(): void;
  children: React.ReactNode;
}) {
  const { t } = useTranslation();
  const { dimension, keys, lines } = group;
  const other = lines.find((line) => line.keys.at(-1) === 'other');
  const isPlural = dimension !== null && dimension.kind !== 'select';
  const canCopy = emptyCategories(group).length > 0 && other !== undefined && !other.isEmpty;
  return (
    <section className={css.group}>
      <div className={css.head}>
        {title !== '' && <h2>{title}</h2>}
        {dimension && (
          <span className={css.examples}>
            {t(`cell.icu.kind.${dimension.kind}`, { name: dimension.name })}
            {dimension.offset !== 0 && ` · ${t('cell.icu.offset', { offset: dimension.offset })}`}
          </span>
        )}
        {remove}
      </div>
      {children}
      {isPlural && (
        <div className={css.tools}>
          {canCopy && (
            <Button kind="secondary" onPress={onCopy}>
              {t('cell.form.copyOther')}
            </Button>
          )}
          <AddExact keys={keys} lines={lines.map((line) => line.keys.at(-1)!)} onAdd={onAdd} />
        </div>
      )}
    </section>
  );
}
