import '../../../i18n/parts/bulk.ts';
import type { BulkConflict, BulkRun, Locale, Row, TranslationJob } from '@parlance/sdk';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../../i18n/parts/problems.ts';
import { sayFailure } from '../../../lib/problem.ts';
import { toggled } from '../../../lib/toggled.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Progress } from '../../../ui/display/progress.tsx';
import { Check, CheckGroup } from '../../../ui/form/choice.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { useRested } from '../../../ui/hooks/use-rested.ts';
import { Notice } from '../../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { toast } from '../../../ui/toast/toast.tsx';
import type { RowQuery } from '../editor.queries.ts';
import type { Selected } from '../grid/store/selection.ts';
import { ActionFields } from './action-fields.tsx';
import css from './bulk.module.css';
import { applyBulk, type BulkCall, bulkPreviewQuery, cancelBulk } from './bulk.queries.ts';
import { actionOf, firstFields } from './bulk-action.ts';
import { Conflicts } from './conflicts.tsx';
import { Preview, placeOf } from './preview.tsx';
import { TranslateRows } from './translate-rows.tsx';

/** Time without a key press after which the preview is computed. */
const REST_MS = 300;
/** Maximum number of rows for a change without a confirmation. For more rows, the user has to type their number. */
const MAX_UNCONFIRMED_ROWS = 1_000;

interface BulkDialogProps {
  rows: RowQuery;
  source: Locale;
  targets: readonly Locale[];
  /** Locale of the active cell. Null if the cell is not a translation. */
  locale: Locale | null;
  selected: Selected;
  /** Returns the rows that the editor has shown. */
  loaded(): readonly Row[];
  onClose(): void;
  /** Called after a change, with its id if it can be undone. */
  onWritten(changeId: string | null): void;
  onUndo(changeId: string): void;
}

/** State of the dialog: the selected action, its locales and its preview. */
function useOrder({ rows, source, targets, locale, selected, loaded }: BulkDialogProps) {
  const [fields, setFields] = useState(() => firstFields(source.code));
  const first = locale ?? targets[0] ?? source;
  const [chosen, setChosen] = useState<readonly string[]>([first.code]);
  const [except, setExcept] = useState<readonly string[]>([]);
  const [shownRows] = useState(loaded);
  const [decided, setDecided] = useState<readonly BulkConflict[]>([]);
  const action = actionOf(fields);
  const isOfKeys = action?.of === 'keys';
  const isComplete = action !== null && (isOfKeys || chosen.length > 0);
  const read = { shown: shownRows, decided };
  const order = { rows, selected, locales: chosen, read };
  const call: BulkCall | null = isComplete ? { ...order, action } : null;
  const asked = useRested(call, JSON.stringify([call?.locales, call?.action, decided]), REST_MS);
  const { data, error, isFetching } = useQuery(bulkPreviewQuery(asked.value));
  const shown = call === null ? undefined : data;
  const items = shown?.preview.filter((item) => except.includes(placeOf(item))) ?? [];
  return {
    fields,
    chosen,
    setChosen,
    except,
    setExcept,
    isOfKeys,
    call,
    shown,
    items,
    error,
    shownRows,
    source,
    decide: (one: BulkConflict) => setDecided([...decided, one]),
    isCurrent: asked.isCurrent && !isFetching,
    count: (shown?.changed ?? 0) - items.length,
    change(part: Partial<typeof fields>): void {
      setFields({ ...fields, ...part });
      setExcept([]);
    },
  };
}

type Order = ReturnType<typeof useOrder>;

/** Reports the result of a change or a translation, with a button to undo it. */
function useTelling({ onClose, onWritten, onUndo }: BulkDialogProps) {
  const { t } = useTranslation();
  const undoOf = (changeId: string) => ({
    label: t('bulk.undo'),
    of: changeId,
    run: () => onUndo(changeId),
  });
  return {
    tell({ changeId, changed, conflicts, status, error: failure }: BulkRun, ofKeys: boolean): void {
      const done = t(ofKeys ? 'bulk.doneKeys' : 'bulk.done', { count: changed });
      const left = conflicts > 0 ? t('bulk.conflicts', { count: conflicts }) : null;
      const isNothing = changeId === null && left === null;
      const whole = isNothing ? t('bulk.nothing') : [done, left].filter(Boolean).join(' · ');
      const ended = status === 'cancelled' ? t('bulk.stopped', { done: whole }) : whole;
      const text = failure ? t('bulk.failed', { problem: sayFailure(failure) }) : ended;
      if (changeId === null) toast(text);
      else toast(text, undoOf(changeId));
    },
    tellJob({ id, progress: { total, done, failed } }: TranslationJob): void {
      const text =
        failed > 0
          ? t('bulk.translatedSome', { total, done, failed })
          : t('bulk.translated', { count: done });
      // The change of a job has the job's id.
      if (done > 0) toast(text, undoOf(id));
      else toast(text);
      onWritten(done > 0 ? id : null);
      onClose();
    },
  };
}

/** Makes the change, and follows it if it runs in the background. */
function useApplying(
  { onClose, onWritten }: BulkDialogProps,
  { call, shown, items, isOfKeys }: Order,
  tell: (run: BulkRun, ofKeys: boolean) => void,
) {
  const [isSending, setSending] = useState(false);
  const [isStopping, setStopping] = useState(false);
  const [run, setRun] = useState<BulkRun | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  async function apply(): Promise<void> {
    if (!call || !shown) return;
    setSending(true);
    setProblem(null);
    try {
      const places = items.map(({ keyId, locale: code }) => ({ keyId, locale: code! }));
      const done = await applyBulk(call, shown, places, setRun);
      onWritten(done.changeId);
      tell(done, isOfKeys);
      onClose();
    } catch (cause) {
      setProblem(cause);
      setRun(null);
    } finally {
      setSending(false);
    }
  }
  async function stop(): Promise<void> {
    if (!call || !run?.id) return;
    setStopping(true);
    setProblem(null);
    try {
      // The dialog does not wait here: it polls the run until the run has ended.
      await cancelBulk(call, run.id);
    } catch (cause) {
      setProblem(cause);
      setStopping(false);
    }
  }
  return { isSending, isStopping, run, problem, apply, stop };
}

/** A dialog that changes the selected rows. It shows an action, the preview of the action, and one button. */
export function BulkDialog(props: BulkDialogProps) {
  const { rows, source, targets, selected, onClose } = props;
  const { t } = useTranslation();
  const order = useOrder(props);
  const { tell, tellJob } = useTelling(props);
  const { run, stop, isStopping, ...applying } = useApplying(props, order, tell);
  const { problem } = applying;
  const { fields, chosen, shown } = order;
  const { organizationId, projectId } = rows;
  const selectedRows = selected.isAll ? shown?.rows : selected.keyIds.size;
  return (
    <Dialog
      close={t('close')}
      title={t('bulk.title', { count: selectedRows ?? 0 })}
      isOpen
      isWide
      onClose={onClose}
    >
      {run ? (
        <>
          <Progress
            label={t('bulk.running')}
            value={run.rows === 0 ? 0 : (100 * run.rowsDone) / run.rows}
          />
          <p className={css.note}>{t('bulk.goesOn')}</p>
          {problem && <ProblemNotice error={problem} />}
          <Button kind="secondary" isPending={isStopping} onPress={stop}>
            {t('bulk.stop')}
          </Button>
        </>
      ) : (
        <OrderForm order={order} locales={[source, ...targets]} {...applying}>
          {fields.name === 'translate' &&
            (selected.isAll ? (
              <Notice kind="problem">{t('bulk.tooManyRows')}</Notice>
            ) : (
              <TranslateRows
                order={{
                  organizationId,
                  projectId,
                  keyIds: [...selected.keyIds],
                  locales: chosen.filter((code) => code !== source.code),
                }}
                onDone={tellJob}
              />
            ))}
        </OrderForm>
      )}
    </Dialog>
  );
}

/** Fields of an action, its preview, and the button. `children` replace the preview and the button. */
function OrderForm({
  order,
  locales,
  isSending,
  problem,
  apply,
  children,
}: Pick<ReturnType<typeof useApplying>, 'isSending' | 'problem' | 'apply'> & {
  order: Order;
  locales: readonly Locale[];
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const [confirmed, setConfirmed] = useState('');
  const { shown, count, isCurrent, isOfKeys, error, call, chosen } = order;
  const needsConfirming = shown !== undefined && shown.rows > MAX_UNCONFIRMED_ROWS;
  const isConfirmed = !needsConfirming || Number(confirmed.replace(/\D/g, '')) === shown.rows;
  const codes = locales.map(({ code }) => code);
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isCurrent && isConfirmed && count > 0 && !isSending) void apply();
      }}
    >
      <ActionFields fields={order.fields} onFields={order.change} locales={locales} />
      {!isOfKeys && (
        <CheckGroup label={t('bulk.locales')}>
          <div className={css.checks}>
            {locales.map(({ code, name }) => (
              <Check
                key={code}
                isChecked={chosen.includes(code)}
                onChange={() => order.setChosen(toggled(codes, chosen, code))}
              >
                {name} <code>{code}</code>
              </Check>
            ))}
          </div>
        </CheckGroup>
      )}
      {children || (
        <>
          {(error || problem) && <ProblemNotice error={problem ?? error} />}
          {shown && !error ? (
            <OrderPreview order={order} result={shown} />
          ) : (
            call && !error && <p className={css.note}>{t('bulk.looking')}</p>
          )}
          {needsConfirming && count > 0 && (
            <Field
              label={t('bulk.confirm', { count: shown.rows })}
              inputMode="numeric"
              value={confirmed}
              onChange={setConfirmed}
            />
          )}
          <Button
            type="submit"
            isPending={isSending}
            isDisabled={!isCurrent || !isConfirmed || count <= 0 || error !== null}
          >
            {t(isOfKeys ? 'bulk.applyKeys' : 'bulk.apply', { count: Math.max(0, count) })}
          </Button>
        </>
      )}
    </form>
  );
}

function OrderPreview({
  order: { isCurrent, isOfKeys, except, setExcept, shownRows, source, decide },
  result,
}: {
  order: Order;
  result: NonNullable<Order['shown']>;
}) {
  return (
    <div className={css.preview} aria-busy={!isCurrent}>
      <Preview
        result={result}
        isCurrent={isCurrent}
        isOfKeys={isOfKeys}
        except={except}
        onToggle={(place) =>
          setExcept(
            except.includes(place) ? except.filter((other) => other !== place) : [...except, place],
          )
        }
      />
      {result.conflictPreview.length > 0 && (
        <Conflicts
          conflicts={result.conflictPreview}
          shown={shownRows}
          source={source}
          onDecide={decide}
        />
      )}
    </div>
  );
}
