import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import css from './suggestions.module.css';

/** Number of suggestions that a digit can select. */
const DIGITS = 9;

/** A text that can be selected by its button or by its number. */
export function Suggestion({
  number,
  text,
  hasKey = true,
  onUse,
  children,
}: {
  number: number;
  text: string;
  /** True to show the digit that inserts the suggestion. False beside an open text, where digits are typed. */
  hasKey?: boolean;
  onUse(): void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const isKeyed = hasKey && number <= DIGITS;
  return (
    <li className={css.suggestion}>
      <div>{children}</div>
      <Button
        kind="quiet"
        aria-label={t('suggest.useNamed', { number, text: text.slice(0, 100) })}
        aria-keyshortcuts={isKeyed ? String(number) : undefined}
        onPress={onUse}
      >
        {t('suggest.use')} {isKeyed && <kbd>{number}</kbd>}
      </Button>
    </li>
  );
}
