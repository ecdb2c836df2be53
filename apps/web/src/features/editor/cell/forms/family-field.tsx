import '../../../../i18n/parts/forms.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { Confirm } from '../../../../ui/dialog/confirm.tsx';
import type { Drafts } from '../../drafts/drafts.ts';
import { useDraftList } from '../../drafts/use-drafts.ts';
import { archiveForm } from '../cell.queries.ts';
import { fillCell } from '../cell-draft.ts';
import { commitText } from '../commit-text.ts';
import { type Move, newFormId, type OpenCell } from '../open-cell.ts';
import type { FamilyForm } from './family.ts';
import type { FamilyFieldProps } from './family-field-props.ts';
import { FamilyLine } from './family-line.tsx';
import { focusText } from './focus-text.ts';
import css from './forms.module.css';

/** Returns the current text of a cell, saved or not. */
const textOf = (drafts: Drafts, cell: OpenCell): string =>
  drafts.stateOf(cell).text ?? cell.value?.text ?? '';

/** The forms of a family with their cells, and the open form. */
function useForms({ cells, family, drafts }: FamilyFieldProps) {
  // Renders the component again when unsaved texts change, because they determine which forms can be copied.
  useDraftList(drafts);
  const forms = family.forms.flatMap((form) => {
    const cell = cells.find(({ pluralCategory }) => pluralCategory === form.category);
    return cell ? [{ form, cell }] : [];
  });
  const isEmpty = ({ cell }: { cell: OpenCell }) => textOf(drafts, cell) === '';
  const needed = forms.filter(({ form }) => form.isNeeded);
  const [chosen, setChosen] = useState(() => {
    // An earlier draft may belong to a form that had no key then. The draft is moved to the key that was created
    // since.
    for (const { cell } of forms) {
      if (cell.newKey !== undefined || !cell.pluralCategory) continue;
      drafts.adopt(cell, { ...cell, keyId: newFormId(family.rowKeyId, cell.pluralCategory) });
    }
    return (needed.find(isEmpty) ?? needed[0] ?? forms[0]!).form.category;
  });
  const at = needed.findIndex(({ form }) => form.category === chosen);
  return { forms, needed, isEmpty, chosen, setChosen, at };
}

/** The forms of a plural family. Each form is a separate value, whose key is created when its first text is saved. */
export function FamilyField(props: FamilyFieldProps) {
  const { cells, family, drafts, onLeave } = props;
  const { t } = useTranslation();
  const { forms, needed, isEmpty, chosen, setChosen, at } = useForms(props);
  const element = useRef<HTMLDivElement>(null);
  const [archiving, setArchiving] = useState<FamilyForm | null>(null);
  const leave = (move: Move): void => {
    // Enter moves through the later forms without a text before it leaves the row.
    const next =
      move === 'next-row' && at >= 0
        ? needed.find((one, place) => place > at && isEmpty(one))
        : undefined;
    if (next) setChosen(next.form.category);
    else onLeave(move);
  };
  const step = (by: 1 | -1): void => {
    const next = needed[at + by];
    if (next && at >= 0) setChosen(next.form.category);
  };
  const copyOther = (text: string): void => {
    for (const { cell } of needed.filter(isEmpty)) {
      fillCell(drafts, cell, text);
      commitText(drafts, cell, text);
    }
    focusText(element.current);
  };
  const line = ({ form, cell }: (typeof forms)[number]) => (
    <FamilyLine
      {...props}
      key={form.category}
      form={form}
      cell={cell}
      isOpen={form.category === chosen}
      onStep={step}
      onLeave={leave}
      onOpen={() => setChosen(form.category)}
      onArchive={() => setArchiving(form)}
    />
  );
  const optional = forms.filter(({ form }) => !form.isNeeded);
  const other = cells.find(({ pluralCategory }) => pluralCategory === 'other');
  const otherText = other ? textOf(drafts, other) : '';
  return (
    <div className={css.forms} ref={element}>
      {needed.map(line)}
      {otherText !== '' && needed.some(isEmpty) && (
        <div className={css.tools}>
          <Button kind="secondary" onPress={() => copyOther(otherText)}>
            {t('cell.form.copyOther')}
          </Button>
        </div>
      )}
      {optional.length > 0 && (
        <details className={css.optional}>
          <summary>{t('cell.form.optional', { count: optional.length })}</summary>
          {optional.map(line)}
        </details>
      )}
      {archiving && (
        <ArchiveForm
          form={archiving}
          place={cells[0]!}
          onDone={family.onForms}
          onClose={() => {
            setArchiving(null);
            requestAnimationFrame(() => focusText(element.current));
          }}
        />
      )}
    </div>
  );
}

/** Asks before a form is archived, in all locales. */
function ArchiveForm({
  form,
  place: { organizationId, projectId },
  onDone,
  onClose,
}: {
  form: FamilyForm;
  place: OpenCell;
  onDone(): Promise<void>;
  onClose(): void;
}) {
  const { t } = useTranslation();
  return (
    <Confirm
      title={t('cell.form.archiveTitle', { key: form.name })}
      text={t('cell.form.archiveText')}
      button={t('cell.form.archive')}
      cancel={t('cell.form.keep')}
      call={async () => {
        await archiveForm(organizationId, projectId, form.keyId!);
        await onDone();
      }}
      onClose={onClose}
    />
  );
}
