import '../../../i18n/forms.ts';
import { type MessageFormat, tokenize } from '@parlance/messages';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import type { Drafts } from '../drafts/drafts.ts';
import { useCellStatus, useDraftList } from '../drafts/use-drafts.ts';
import { addForm, archiveForm } from './cell.queries.ts';
import { fillCell } from './cell-draft.ts';
import { commitText } from './commit-text.ts';
import type { FamilyForm, OpenFamily } from './family.ts';
import { focusText } from './focus-text.ts';
import { FormLine } from './form-line.tsx';
import css from './forms.module.css';
import { examplesOf } from './icu-lines.ts';
import { cellKey, type Move, type OpenCell } from './open-cell.ts';
import type { TextFieldProps } from './text-field.tsx';
import { WholeCell } from './whole-cell.tsx';

interface FamilyFieldProps extends Omit<TextFieldProps, 'cell' | 'label'> {
  cells: readonly OpenCell[];
  family: OpenFamily;
  localeName: string;
}

/** The text of a cell as it is, whether it is saved or not. */
const textOf = (drafts: Drafts, cell: OpenCell | undefined): string =>
  cell ? (drafts.stateOf(cell).text ?? cell.value?.text ?? '') : '';

/** The forms of a plural family. Each is a value of its own. */
export function FamilyField(props: FamilyFieldProps) {
  const { cells, family, drafts, onLeave } = props;
  const { t } = useTranslation();
  const { organizationId, projectId } = cells[0]!;
  // The forms that can be copied depend on texts that are not saved yet.
  useDraftList(drafts);
  const element = useRef<HTMLDivElement>(null);
  const cellOf = (form: FamilyForm) => cells.find(({ keyId }) => keyId === form.keyId);
  const isEmpty = (form: FamilyForm) => textOf(drafts, cellOf(form)) === '';
  const needed = family.forms.filter(({ isNeeded }) => isNeeded);
  const spare = family.forms.filter(({ isNeeded }) => !isNeeded);
  const [chosen, setChosen] = useState(() => {
    const there = needed.filter((form) => cellOf(form));
    return (there.find(isEmpty) ?? there[0] ?? family.forms[0]!).category;
  });
  const [archiving, setArchiving] = useState<FamilyForm | null>(null);
  const [isCopying, setCopying] = useState(false);
  const at = needed.findIndex(({ category }) => category === chosen);

  const add = useMutation({
    mutationFn: async (forms: readonly FamilyForm[]) => {
      for (const { name } of forms) await addForm(organizationId, projectId, name);
      await family.onForms();
    },
  });
  const open = (form: FamilyForm): void => {
    if (!cellOf(form)) add.mutate([form]);
    setChosen(form.category);
  };
  const leave = (move: Move): void => {
    // Enter goes through the later forms without a text before it leaves the row.
    const next =
      move === 'next-row' && at >= 0
        ? needed.find((form, place) => place > at && isEmpty(form))
        : undefined;
    if (next) open(next);
    else onLeave(move);
  };
  const step = (by: 1 | -1): void => {
    const next = needed[at + by];
    if (next && at >= 0 && cellOf(next)) setChosen(next.category);
  };

  const other = textOf(
    drafts,
    cells.find(({ pluralCategory }) => pluralCategory === 'other'),
  );
  const empty = needed.filter((form) => form.category !== 'other' && isEmpty(form));
  // Forms that were just added have their cells only when the row was read again.
  const onCells = useEffectEvent(() => {
    if (!isCopying || empty.some((form) => !cellOf(form))) return;
    setCopying(false);
    for (const cell of empty.map(cellOf)) {
      if (!cell) continue;
      fillCell(drafts, cell, other);
      commitText(drafts, cell, other);
    }
    focusText(element.current);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => onCells(), [cells, isCopying]);

  const line = (form: FamilyForm) => {
    const cell = cellOf(form);
    const title = t(`cell.form.${form.category}`);
    return (
      <FamilyLine
        {...props}
        key={form.category}
        form={form}
        cell={cell}
        isOpen={form.category === chosen}
        isAdding={add.isPending && form.category === chosen}
        onStep={step}
        onLeave={leave}
        onOpen={() => open(form)}
        actions={
          !form.isNeeded &&
          !form.isNeededElsewhere && (
            <Button
              kind="quiet"
              aria-label={t('cell.form.archiveNamed', { form: title })}
              onPress={() => setArchiving(form)}
            >
              {t('cell.form.archive')}
            </Button>
          )
        }
      />
    );
  };
  return (
    <div className={css.forms} ref={element}>
      {needed.map(line)}
      {add.error && <ProblemNotice error={add.error} />}
      {other !== '' && empty.length > 0 && (
        <div className={css.tools}>
          <Button
            kind="secondary"
            isPending={add.isPending || isCopying}
            onPress={() => {
              const missing = empty.filter((form) => !cellOf(form));
              const copy = () => setCopying(true);
              if (missing.length === 0) copy();
              else add.mutate(missing, { onSuccess: copy });
            }}
          >
            {t('cell.form.copyOther')}
          </Button>
        </div>
      )}
      {spare.length > 0 && (
        <details className={css.spare}>
          <summary>{t('cell.form.spare', { count: spare.length })}</summary>
          {spare.map(line)}
        </details>
      )}
      {archiving && (
        <Confirm
          title={t('cell.form.archiveTitle', { key: archiving.name })}
          text={t('cell.form.archiveText')}
          button={t('cell.form.archive')}
          cancel={t('cell.form.keep')}
          call={async () => {
            await archiveForm(organizationId, projectId, archiving.keyId!);
            await family.onForms();
          }}
          onClose={() => {
            setArchiving(null);
            requestAnimationFrame(() => focusText(element.current));
          }}
        />
      )}
    </div>
  );
}

/** Reads a text as the plain texts of a format are. */
const read = (text: string, format: MessageFormat) => tokenize(text, format);

function FamilyLine({
  form,
  cell,
  isOpen,
  isAdding,
  actions,
  onOpen,
  ...props
}: FamilyFieldProps & {
  form: FamilyForm;
  /** Absent while the form has no key. */
  cell: OpenCell | undefined;
  isOpen: boolean;
  isAdding: boolean;
  actions: React.ReactNode;
  onOpen(): void;
  onStep(step: 1 | -1): void;
}) {
  const { t, i18n } = useTranslation();
  const { cells, family, localeName, drafts } = props;
  const first = cells[0]!;
  const shown = cell ?? first;
  const status = useCellStatus(drafts, shown);
  const { state, text: draft } = status;
  const text = cell ? (draft ?? cell.value?.text ?? '') : '';
  const title = t(`cell.form.${form.category}`);
  const { locale, dir, format, key } = shown;
  const source = (cell ?? cells.find(({ pluralCategory }) => pluralCategory === 'other') ?? first)
    .source;
  const note = !cell
    ? null
    : state === 'clean'
      ? t(`cell.value.${cell.value?.state ?? 'missing'}`)
      : t(`editor.unsaved.${state}`);
  return (
    <FormLine
      title={title}
      examples={examplesOf(family.kind, form.category, locale, i18n.language)}
      source={{ ...source, tokens: read(source.text, format) }}
      text={{ tokens: read(text, format), locale, dir }}
      isEmpty={text === ''}
      note={isAdding ? t('cell.form.adding') : note}
      actions={actions}
      onOpen={onOpen}
      field={
        isOpen && cell ? (
          <WholeCell
            {...props}
            key={cellKey(cell)}
            cell={cell}
            label={t('cell.labelForm', { locale: localeName, key, form: title })}
          />
        ) : null
      }
    />
  );
}
