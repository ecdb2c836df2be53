import type { PluralCategory } from '@parlance/messages';
import {
  type FormLanguages,
  type FormLine as Line,
  setLine,
  sourceOfLine,
  tokenizeLine,
} from '@parlance/messages/forms';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../field/text-field.tsx';
import { CATEGORIES } from './family.ts';
import { FormLine } from './form-line.tsx';
import { examplesOf, type LineFindings, nameOfLine } from './icu-lines.ts';
import type { TextPart } from './text-part.ts';
import type { IcuFormProps, useMessageForm } from './use-message-form.ts';

const isCategory = (key: string): key is PluralCategory =>
  (CATEGORIES as readonly string[]).includes(key);

/** Returns the name of a plural option. For an exact number, returns the key itself, such as `=1`. */
export const titleOfKey = (key: string, t: TFunction): string =>
  isCategory(key) ? t(`cell.form.${key}`) : key;

/** The message that contains a line. */
type OpenMessage = ReturnType<typeof useMessageForm> & {
  readonly languages: FormLanguages;
  readonly message: string;
  readonly findings: LineFindings;
};

/** A branch of an open message. */
export function IcuLine({
  props,
  line,
  open,
  round,
  isOpen,
  isNested,
  remove,
  goOn,
  onStep,
  onOpen,
}: {
  props: IcuFormProps;
  line: Line;
  open: OpenMessage;
  /** Changes whenever the field must show a text that was not typed into it. */
  round: number;
  isOpen: boolean;
  isNested: boolean;
  /** The button that removes a branch. */
  remove(keys: readonly string[], title: string): ReactNode;
  /** Moves to the next line without a text. Returns false if there is none. */
  goOn(): boolean;
  onStep(step: 1 | -1): void;
  onOpen(): void;
}) {
  const { t, i18n } = useTranslation();
  const { cell } = props;
  const { languages, findings, isLeft } = open;
  const key = line.keys.at(-1)!;
  const { kind } = line.dimensions.at(-1)!;
  const title = kind === 'select' ? key : titleOfKey(key, t);
  const followed = sourceOfLine(line, languages);
  const found = findings.ofLine.get(nameOfLine(line))?.length ?? 0;
  const isRemovable = line.isPresent && key !== 'other' && (key.startsWith('=') || !line.isNeeded);
  const example =
    line.sample === null ? null : new Intl.NumberFormat(i18n.language).format(line.sample);
  const read = (text: string) => tokenizeLine(text, line, cell.format);
  const examples = examplesOf(kind, key, cell.locale, i18n.language);
  return (
    <FormLine
      title={title}
      examples={line.isNeeded ? examples : t('cell.icu.notNeeded')}
      source={
        followed === null
          ? null
          : {
              tokens: read(followed),
              locale: cell.source.locale,
              dir: cell.source.dir,
              example,
            }
      }
      text={{ tokens: read(line.text), locale: cell.locale, dir: cell.dir, example }}
      isEmpty={line.isEmpty}
      isNested={isNested}
      note={found > 0 && t('editor.findings', { count: found })}
      actions={isRemovable && remove(line.keys, title)}
      onOpen={onOpen}
      field={
        isOpen
          ? (start) => (
              <TextField
                {...props}
                {...start}
                key={`${nameOfLine(line)} ${round}`}
                label={t('cell.lineLabel', {
                  label: props.label,
                  form: [...line.keys.slice(0, -1), title].join(', '),
                })}
                part={partOf(line, open, { read, example, goOn, source: followed ?? '' })}
                codeLabel={t('cell.icu.code')}
                onStep={onStep}
                onCode={() => {
                  isLeft.current = true;
                  props.onCode();
                }}
                onLeave={(move) => {
                  isLeft.current = true;
                  props.onLeave(move);
                }}
              />
            )
          : null
      }
    />
  );
}

function partOf(
  line: Line,
  { message, findings, newest, write, discard }: OpenMessage,
  of: {
    read(text: string): ReturnType<TextPart['tokenize']>;
    example: string | null;
    source: string;
    goOn(): boolean;
  },
): TextPart {
  const { read, example, source, goOn } = of;
  return {
    text: line.text,
    isEmpty: line.isEmpty,
    start: line.start,
    source,
    message,
    example,
    goOn,
    findings: [...(findings.ofLine.get(nameOfLine(line)) ?? []), ...findings.ofMessage],
    tokenize: read,
    write: (text) => write(setLine(newest.current, line.keys, text)),
    onDiscard: discard,
  };
}
