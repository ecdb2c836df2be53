import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { TEXT_CHORDS } from './text-commands.ts';
import css from './text-field.module.css';

export type TextAction =
  | 'discard'
  | 'code'
  | 'copySource'
  | 'save'
  | 'saveReviewed'
  | 'saveNeedsReview';

/** The actions of the open text. They are not rendered again while the user types. */
export const TextActions = memo(function TextActions({
  isUnsaved,
  isBlocked,
  proposes,
  codeLabel,
  onAction,
}: {
  isUnsaved: boolean;
  /** True if an error prevents saving the text. */
  isBlocked: boolean;
  /** True if the text is proposed, not saved. */
  proposes: boolean;
  /** Name of the button that shows the text as code, or as forms. */
  codeLabel?: string | undefined;
  onAction(action: TextAction): void;
}) {
  const { t } = useTranslation();
  return (
    <div className={css.actions}>
      <Button kind="quiet" isDisabled={!isUnsaved} onPress={() => onAction('discard')}>
        {t('cell.discard')}
      </Button>
      {codeLabel !== undefined && (
        <Button kind="quiet" aria-keyshortcuts={TEXT_CHORDS.code} onPress={() => onAction('code')}>
          {codeLabel}
        </Button>
      )}
      <Button
        kind="quiet"
        aria-keyshortcuts={TEXT_CHORDS.copySource}
        onPress={() => onAction('copySource')}
      >
        {t('cell.copySource')}
      </Button>
      {isBlocked && isUnsaved ? (
        <Button kind="secondary" onPress={() => onAction('saveNeedsReview')}>
          {t(proposes ? 'cell.proposeBlocked' : 'cell.saveNeedsReview')}
        </Button>
      ) : proposes ? null : (
        <Button
          kind="secondary"
          aria-keyshortcuts={TEXT_CHORDS.saveReviewed}
          onPress={() => onAction('saveReviewed')}
        >
          {t('cell.saveReviewed')}
        </Button>
      )}
      <Button aria-keyshortcuts={TEXT_CHORDS.save} onPress={() => onAction('save')}>
        {t(proposes ? 'cell.propose' : 'cell.save')}
      </Button>
    </div>
  );
});
