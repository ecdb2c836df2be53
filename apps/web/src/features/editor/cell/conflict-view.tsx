import '../../../i18n/parts/drafts.ts';
import type { TranslationValue } from '@parlance/sdk';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { actorName } from '../../../lib/words/actor-name.ts';
import { Button } from '../../../ui/button.tsx';
import { WordDiff } from '../../../ui/display/word-diff.tsx';
import { rereadRows } from './cell.queries.ts';
import css from './conflict-view.module.css';
import type { OpenCell } from './open-cell.ts';

export type ConflictChoice = 'mine' | 'theirs' | 'edit';

const CHOICES: Readonly<Record<string, ConflictChoice>> = { 1: 'mine', 2: 'theirs', 3: 'edit' };

/**
 * Shows the texts of two people who changed the same words, or what has changed in the source string, and asks which
 * text to keep.
 */
export function ConflictView({
  cell,
  mine,
  theirs,
  source,
  onChoose,
  onLeave,
}: {
  cell: OpenCell;
  mine: string;
  /** The value of the other person. Null if the value was deleted. */
  theirs: TranslationValue | null;
  /** The source string that the user has read, and the current one. Absent if it has not changed. */
  source?: { before: string; after: string } | undefined;
  onChoose(choice: ConflictChoice): void;
  onLeave(): void;
}) {
  const { t } = useTranslation();
  const element = useRef<HTMLFieldSetElement>(null);
  useEffect(() => element.current?.focus(), []);
  const { locale, dir, projectId } = cell;
  const isOfSource = source !== undefined;
  useEffect(() => {
    if (isOfSource) rereadRows(projectId);
  }, [isOfSource, projectId]);
  const title = source
    ? t('cell.conflict.titleSource')
    : theirs
      ? t('cell.conflict.title', { name: actorName(theirs.updatedBy) })
      : t('cell.conflict.titleMissing');
  const theirText = theirs?.text ?? '';
  return (
    <fieldset
      ref={element}
      className={css.conflict}
      tabIndex={-1}
      aria-label={title}
      onKeyDown={(event) => {
        const { key, ctrlKey, metaKey, altKey } = event;
        const choice = CHOICES[key];
        if (ctrlKey || metaKey || altKey || (!choice && key !== 'Escape')) return;
        // Otherwise, the digit would be typed into the text that gets the focus next.
        event.preventDefault();
        if (choice) onChoose(choice);
        else onLeave();
      }}
    >
      <p role="alert" className={css.title}>
        {title}
      </p>
      <dl className={css.texts}>
        {source && (
          <>
            <dt>{t('cell.conflict.source')}</dt>
            <dd>
              <WordDiff {...source} locale={cell.source.locale} dir={cell.source.dir} />
            </dd>
          </>
        )}
        <dt>{t(source ? 'cell.conflict.saved' : 'cell.conflict.theirs')}</dt>
        <dd>
          {theirText === '' ? (
            <em>{t('cell.conflict.none')}</em>
          ) : (
            <WordDiff before={theirText} after={mine} side="before" locale={locale} dir={dir} />
          )}
        </dd>
        <dt>{t('cell.conflict.mine')}</dt>
        <dd>
          <WordDiff before={theirText} after={mine} side="after" locale={locale} dir={dir} />
        </dd>
      </dl>
      <div className={css.choices}>
        <Button kind="secondary" aria-keyshortcuts="1" onPress={() => onChoose('mine')}>
          <kbd>1</kbd> {t('cell.conflict.keepMine')}
        </Button>
        <Button kind="secondary" aria-keyshortcuts="2" onPress={() => onChoose('theirs')}>
          <kbd>2</kbd> {t(source ? 'cell.conflict.discard' : 'cell.conflict.takeTheirs')}
        </Button>
        <Button kind="secondary" aria-keyshortcuts="3" onPress={() => onChoose('edit')}>
          <kbd>3</kbd> {t('cell.conflict.edit')}
        </Button>
      </div>
    </fieldset>
  );
}
