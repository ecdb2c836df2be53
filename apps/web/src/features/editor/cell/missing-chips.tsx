import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { missingChips } from './placeholders.ts';
import css from './text-field.module.css';
import type { Reading } from './use-menu.ts';

/** The placeholders and tags that a text lacks, each to be put in by a click. */
export function MissingChips({
  reading: { source, tokenize },
  text,
  onInsert,
}: {
  reading: Reading;
  text: string;
  onInsert(chip: { readonly text: string }): void;
}) {
  const { t } = useTranslation();
  const missing = missingChips(source, text, tokenize);
  if (missing.length === 0 || text === '') return null;
  return (
    <div className={css.missing}>
      <span>{t('cell.missing')}</span>
      {[...new Set(missing)].map((chip) => (
        <Button
          key={chip}
          kind="secondary"
          aria-label={t('cell.insert', { text: chip })}
          onPress={() => onInsert({ text: chip })}
        >
          <code dir="ltr">{chip}</code>
        </Button>
      ))}
    </div>
  );
}
