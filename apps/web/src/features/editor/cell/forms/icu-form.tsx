import {
  addOption,
  type FormGroup,
  type FormLanguages,
  formGroups,
  type FormLine as Line,
  printForm,
  removeOption,
  setLine,
} from '@parlance/messages/forms';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { useChecks } from '../findings/checks.ts';
import { useFindings } from '../findings/use-findings.ts';
import { AddExact } from './add-exact.tsx';
import { focusText } from './focus-text.ts';
import css from './forms.module.css';
import { IcuGroup } from './icu-group.tsx';
import { IcuLine, titleOfKey } from './icu-line.tsx';
import { emptyCategories, findingsOfLines, nameOfLine } from './icu-lines.ts';
import { type IcuFormProps, useMessageForm } from './use-message-form.ts';

const firstEmpty = (lines: readonly Line[], from = 0): Line | undefined =>
  lines.slice(from).find(({ isEmpty, isNeeded }) => isEmpty && isNeeded);

const isPlural = (kind: string): boolean => kind !== 'select';

/** The lines of an open message with their findings, and the open line. */
function useLines(props: IcuFormProps) {
  const { cell, sourceForm: source } = props;
  const open = useMessageForm(props);
  const { form } = open;
  const languages: FormLanguages = useMemo(
    () => ({ locale: cell.locale, sourceLocale: cell.source.locale, source }),
    [cell.locale, cell.source.locale, source],
  );
  const groups = useMemo(() => formGroups(form, languages), [form, languages]);
  const lines = useMemo(() => groups.flatMap((group) => group.lines), [groups]);
  const message = printForm(form);
  const all = useFindings(cell, message);
  const checks = useChecks();
  const findings = useMemo(
    () => findingsOfLines(checks, cell, lines, languages, all),
    [checks, cell, lines, languages, all],
  );
  const [chosen, setChosen] = useState(() => nameOfLine(firstEmpty(lines) ?? lines[0]!));
  const at = Math.max(
    0,
    lines.findIndex((line) => nameOfLine(line) === chosen),
  );
  const goTo = (line: Line | undefined): boolean => {
    if (line) setChosen(nameOfLine(line));
    return line !== undefined;
  };
  return { ...open, languages, groups, lines, message, findings, at, goTo };
}

/** An ICU message with a line for each branch of its plurals and selects. */
export function IcuForm(props: IcuFormProps) {
  const { t } = useTranslation();
  const open = useLines(props);
  const { form, round, newest, change, languages, groups, lines, at, goTo } = open;
  const element = useRef<HTMLDivElement>(null);
  const { dimension } = form.root.selector;
  const isDeep = groups[0]?.keys.length === 1;
  const changeByButton = (next: typeof form): void => {
    change(next);
    focusText(element.current);
  };
  const add = (keys: readonly string[]): void => {
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
  const copyOther = (group: FormGroup): void => {
    const other = group.lines.find(({ keys }) => keys.at(-1) === 'other')!;
    const filled = emptyCategories(group).reduce(
      (next, { keys }) => setLine(next, keys, other.text),
      newest.current,
    );
    changeByButton(filled);
  };
  return (
    <div className={css.forms} ref={element}>
      {props.head}
      {isDeep && isPlural(dimension.kind) && (
        <AddExact keys={[]} lines={groups.map(({ keys }) => keys[0]!)} onAdd={add} />
      )}
      {groups.map((group) => (
        <IcuGroup
          key={group.keys.join()}
          group={group}
          title={group.keys
            .map((key) => (isPlural(dimension.kind) ? titleOfKey(key, t) : key))
            .join()}
          remove={isRemovable(group) && remove(group.keys, group.keys[0]!)}
          onAdd={add}
          onCopy={() => copyOther(group)}
        >
          {group.lines.map((line) => (
            <IcuLine
              key={nameOfLine(line)}
              props={props}
              line={line}
              remove={remove}
              round={round}
              open={open}
              isOpen={lines.indexOf(line) === at}
              isNested={isDeep}
              onOpen={() => goTo(line)}
              goOn={() => goTo(firstEmpty(lines, at + 1))}
              onStep={(step) => goTo(lines[at + step])}
            />
          ))}
        </IcuGroup>
      ))}
    </div>
  );
}

const isRemovable = ({ keys, isPresent, isNeeded }: FormGroup): boolean =>
  isPresent && keys.length > 0 && keys[0] !== 'other' && (!isNeeded || keys[0]!.startsWith('='));
