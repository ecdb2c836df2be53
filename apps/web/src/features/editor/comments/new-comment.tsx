import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../../ui/form/choice.tsx';
import { toast } from '../../../ui/toast/toast.tsx';
import { rereadSource, wholeCellQuery } from '../cell/cell.queries.ts';
import { baseOfCell } from '../cell/cell-draft.ts';
import { DecisionProblem } from '../cell/decision-problem.tsx';
import type { OpenCell } from '../cell/open-cell.ts';
import { activeCells } from '../panel/active-cells.ts';
import type { PanelProps } from '../panel/panel-props.ts';
import { type CommentPlace, refreshComments, sendBack, sendComment } from './comment.queries.ts';
import { Composer } from './composer.tsx';
import type { UnsentTexts } from './use-unsent.ts';

/** Kinds of texts that the user can write in the field at the top of the panel. */
export type Writing = 'comment' | 'question' | 'sendBack';

/** Returns the name of the field for a new thread about a cell. */
export const newField = (localeCode: string): string => `new ${localeCode}`;

/** The field for a new thread about the active cell, or for the reason to send its text back to the translator. */
export function NewComment({
  panel,
  place,
  writing,
  unsent,
  onWriting,
  onDown,
}: {
  panel: PanelProps;
  place: CommentPlace;
  writing: Writing;
  unsent: UnsentTexts;
  onWriting(writing: Writing): void;
  /** Moves the focus to the first comment. */
  onDown(): void;
}) {
  const { row, locale, drafts, onLeave, onSentBack } = panel;
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [about, setAbout] = useState<'value' | 'key' | null>(null);
  // Most questions are about the source string, and developers answer them.
  const isAboutKey =
    locale.isSource || (about ?? (writing === 'question' ? 'key' : 'value')) === 'key';
  /** The source string that the user had read when they sent a text back. */
  const [read, setRead] = useState<OpenCell['source']>();
  const field = newField(locale.code);

  async function sendValueBack(text: string): Promise<void> {
    const cells = activeCells(panel).filter(({ value }) => value !== null);
    const main = cells.find(({ keyId }) => keyId === row.keyId) ?? cells[0];
    if (!main?.value) return;
    setRead(main.source);
    const { value } = await sendBack(place, main.value, main.source, text).catch((error) => {
      rereadSource(error, main);
      throw error;
    });
    drafts.announce(main, value);
    // The texts of the other plural forms are sent back too.
    for (const cell of cells) {
      if (cell === main) continue;
      const whole = await queries.fetchQuery(wholeCellQuery(cell));
      drafts.commit(whole, baseOfCell(drafts, whole), 'needs_review');
    }
    toast(t('comments.sentBack'));
    onWriting('comment');
    onSentBack();
  }

  async function send(text: string): Promise<void> {
    if (writing === 'sendBack') await sendValueBack(text);
    else {
      const localeCode = isAboutKey ? null : locale.code;
      await sendComment(place, { kind: writing, keyId: row.keyId, localeCode }, text);
      toast(t(`comments.sent.${writing}`));
    }
    await refreshComments(queries, place);
  }

  return (
    <Composer
      organizationId={place.organizationId}
      projectId={place.projectId}
      label={t(`comments.write.${writing}`)}
      button={t(`comments.send.${writing}`)}
      initial={unsent.of(field)}
      onChange={(written) =>
        unsent.keep(field, { ...written, kind: writing === 'question' ? writing : 'comment' })
      }
      send={send}
      showProblem={(error) => <DecisionProblem error={error} read={read} />}
      cancel={writing === 'sendBack' ? t('cancel') : undefined}
      onDown={onDown}
      onLeave={() => {
        if (writing === 'sendBack') onWriting('comment');
        onLeave();
      }}
    >
      {writing !== 'sendBack' && (
        <Choice
          label={t('comments.kind')}
          isLabelHidden
          value={writing}
          options={(['comment', 'question'] as const).map((value) => ({
            value,
            label: t(`comments.kinds.${value}`),
          }))}
          onChange={onWriting}
        />
      )}
      {writing !== 'sendBack' && !locale.isSource && (
        <Choice
          label={t('comments.about')}
          isLabelHidden
          value={isAboutKey ? 'key' : 'value'}
          options={[
            { value: 'value', label: locale.name },
            { value: 'key', label: t('comments.ofKey') },
          ]}
          onChange={setAbout}
        />
      )}
    </Composer>
  );
}
