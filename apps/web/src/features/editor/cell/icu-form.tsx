import {
  addOption,
  type FormGroup,
  formGroups,
  type FormLine as Line,
  type MessageForm,
  printForm,
  removeOption,
  setLine,
  sourceOfLine,
  tokenizeLine,
} from '@parlance/messages/forms';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { useCellStatus } from '../drafts/use-drafts.ts';
import { AddExact } from './add-exact.tsx';
import { fillCell } from './cell-draft.ts';
import { commitText } from './commit-text.ts';
import { focusText } from './focus-text.ts';
import { FormLine } from './form-line.tsx';
import css from './forms.module.css';
import { emptyCategories, examplesOf, findingsOfLines, nameOfLine, openForm } from './icu-lines.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';
import type { TextPart } from './text-part.ts';
import { useFindings } from './use-findings.ts';

interface IcuFormProps extends TextFieldProps {
  initial: MessageForm;
  /** Form of the source string. Null if it has none. */
  source: MessageForm | null;
  onCode(): void;
}

const firstEmpty = (lines: readonly Line[], from = 0): Line | undefined =>
  lines.slice(from).find(({ isEmpty, isNeeded }) => isEmpty && isNeeded);

/** The form of an open message, kept in step with the draft that it is written into. */
function useForm({ cell, drafts, initial, onCode }: IcuFormProps) {
  const [form, setForm] = useState(initial);
  const [round, setRound] = useState(0);
  const newest = useRef(initial);
  const isLeft = useRef(false);
  const status = useCellStatus(drafts, cell);
  const set = (next: MessageForm): string => {
    newest.current = next;
    setForm(next);
    return printForm(next);
  };
  /** Reads the form again from a text that was not written here. */
  const reopen = (text: string): void => {
    if (text === printForm(newest.current)) return;
    const next = openForm(cell, text);
    if (!next) {
      isLeft.current = true;
      onCode();
      return;
    }
    set(next);
    setRound((rounds) => rounds + 1);
  };
  const onRead = useEffectEvent((value: string) => {
    if (drafts.stateOf(cell).state === 'clean') reopen(value);
  });
  const onDraft = useEffectEvent(() => {
    const { text } = drafts.stateOf(cell);
    if (text !== undefined) reopen(text);
  });
  const stored = cell.value?.text ?? '';
  useEffect(() => onRead(stored), [stored]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a command outside of the form can write the draft
  useEffect(() => onDraft(), [status.text]);
  const onClose = useEffectEvent(() => {
    if (!isLeft.current && drafts.stateOf(cell).state === 'draft') {
      commitText(drafts, cell, printForm(newest.current));
    }
    drafts.leave(cell);
  });
  useLayoutEffect(() => () => onClose(), []);
  return {
    form,
    /** Changes whenever the fields are to show another text than what was typed. */
    round,
    newest,
    isLeft,
    write: set,
    change: (next: MessageForm) => fillCell(drafts, cell, set(next)),
    discard: () => reopen(stored),
  };
}

/** An ICU message with a line for each branch of its plurals and selects. */
export function IcuForm(props: IcuFormProps) {
  const { cell, source, onLeave } = props;
  const { t, i18n } = useTranslation();
  const { form, round, newest, isLeft, write, change, discard } = useForm(props);
  const languages = useMemo(
    () => ({ locale: cell.locale, sourceLocale: cell.source.locale, source }),
    [cell.locale, cell.source.locale, source],
  );
  const groups = useMemo(() => formGroups(form, languages), [form, languages]);
  const lines = groups.flatMap((group) => group.lines);
  const message = printForm(form);
  const all = useFindings(cell, message);
  const findings = useMemo(
    () =>
      findingsOfLines(
        cell,
        groups.flatMap((group) => group.lines),
        languages,
        all,
      ),
    [cell, groups, languages, all],
  );
  const [chosen, setChosen] = useState(() => nameOfLine(firstEmpty(lines) ?? lines[0]!));
  const at = Math.max(
    0,
    lines.findIndex((line) => nameOfLine(line) === chosen),
  );

  const element = useRef<HTMLDivElement>(null);
  const changeByButton = (next: MessageForm): void => {
    change(next);
    focusText(element.current);
  };
  const goTo = (line: Line | undefined): boolean => {
    if (line) setChosen(nameOfLine(line));
    return line !== undefined;
  };
  const titleOf = (key: string): string =>
    key.startsWith('=') || !isCategory(key) ? key : t(`cell.form.${key}`);
  const isPlural = (kind: string | undefined) => kind === 'cardinal' || kind === 'ordinal';
  const lineTitle = ({ keys, dimensions }: Line): string => {
    const key = keys.at(-1)!;
    return isPlural(dimensions.at(-1)!.kind) ? titleOf(key) : key;
  };
  const add = (keys: readonly string[]) => {
    const next = addOption(newest.current, keys);
    change(next);
    const added = formGroups(next, languages).flatMap((group) => group.lines);
    goTo(added.find((line) => keys.every((key, depth) => line.keys[depth] === key)));
  };
  const remove = (keys: readonly string[], title: string) => (
    <Button
      kind="quiet"
      aria-label={t('cell.icu.removeNamed', { form: title })}
      onPress={() => changeByButton(removeOption(newest.current, keys))}
    >
      {t('cell.icu.remove')}
    </Button>
  );
  const partOf = (line: Line): TextPart => ({
    text: line.text,
    isEmpty: line.isEmpty,
    start: line.start,
    source: sourceOfLine(line, languages) ?? '',
    message,
    findings: [...(findings.ofLine.get(nameOfLine(line)) ?? []), ...findings.ofMessage],
    example: exampleOf(line),
    tokenize: (text) => tokenizeLine(text, line, cell.format),
    write: (text) => write(setLine(newest.current, line.keys, text)),
    onDiscard: discard,
    goOn: () => goTo(firstEmpty(lines, at + 1)),
  });
  const number = new Intl.NumberFormat(i18n.language);
  const exampleOf = ({ sample }: Line) => (sample === null ? null : number.format(sample));

  const { dimension } = form.root.selector;
  const isDeep = groups[0]?.keys.length === 1;
  const show = (line: Line, index: number) => {
    const key = line.keys.at(-1)!;
    const { kind } = line.dimensions.at(-1)!;
    const title = lineTitle(line);
    const followed = sourceOfLine(line, languages);
    const found = findings.ofLine.get(nameOfLine(line))?.length ?? 0;
    const isRemovable =
      line.isPresent && key !== 'other' && (key.startsWith('=') || !line.isNeeded);
    const example = exampleOf(line);
    return (
      <FormLine
        key={nameOfLine(line)}
        title={title}
        examples={
          line.isNeeded
            ? examplesOf(kind, key, cell.locale, i18n.language)
            : t('cell.icu.notNeeded')
        }
        source={
          followed === null
            ? null
            : {
                tokens: tokenizeLine(followed, line, cell.format),
                locale: cell.source.locale,
                dir: cell.source.dir,
                example,
              }
        }
        text={{
          tokens: tokenizeLine(line.text, line, cell.format),
          locale: cell.locale,
          dir: cell.dir,
          example,
        }}
        isEmpty={line.isEmpty}
        isNested={isDeep}
        note={found > 0 && t('editor.findings', { count: found })}
        actions={isRemovable && remove(line.keys, title)}
        onOpen={() => goTo(line)}
        field={
          index === at ? (
            <TextField
              {...props}
              key={`${nameOfLine(line)} ${round}`}
              label={t('cell.lineLabel', {
                label: props.label,
                form: [...line.keys.slice(0, -1), title].join(', '),
              })}
              part={partOf(line)}
              codeLabel={t('cell.icu.code')}
              onStep={(step) => goTo(lines[at + step])}
              onCode={() => {
                isLeft.current = true;
                props.onCode();
              }}
              onLeave={(move) => {
                isLeft.current = true;
                onLeave(move);
              }}
            />
          ) : null
        }
      />
    );
  };
  return (
    <div className={css.forms} ref={element}>
      {isDeep && isPlural(dimension.kind) && (
        <AddExact keys={[]} lines={groups.map(({ keys }) => keys[0]!)} onAdd={add} />
      )}
      {groups.map((group) => (
        <Group
          key={group.keys.join()}
          group={group}
          title={group.keys.map((key) => (isPlural(dimension.kind) ? titleOf(key) : key)).join()}
          remove={
            group.isPresent &&
            group.keys.length > 0 &&
            group.keys[0] !== 'other' &&
            (!group.isNeeded || group.keys[0]!.startsWith('=')) &&
            remove(group.keys, group.keys[0]!)
          }
          onAdd={add}
          onCopy={() => {
            const other = group.lines.find(({ keys }) => keys.at(-1) === 'other')!;
            changeByButton(
              emptyCategories(group).reduce(
                (next, { keys }) => setLine(next, keys, other.text),
                newest.current,
              ),
            );
          }}
        >
          {group.lines.map((line) => show(line, lines.indexOf(line)))}
        </Group>
      ))}
    </div>
  );
}

const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
const isCategory = (key: string): key is (typeof CATEGORIES)[number] =>
  (CATEGORIES as readonly string[]).includes(key);

/** The lines of one selector, and what can be done with all of them. */
function Group({
  group,
  title,
  remove,
  onAdd,
  onCopy,
  children,
}: {
  group: FormGroup;
  /** The option around the selector. Empty for the only selector. */
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
