import type { MessageFormat } from '@parlance/messages';
import { useTranslation } from 'react-i18next';
import css from '../cell.module.css';
import { mainLine, type ReadLine, readLines } from './read-lines.ts';
import { TokenText } from './token-text.tsx';

interface Text {
  readonly text: string;
  readonly format: MessageFormat;
  readonly locale: string;
  readonly dir: 'ltr' | 'rtl';
}

/**
 * A message that cannot be displayed as its forms, because it is nested too deeply or invalid. Code runs from left to
 * right.
 */
function Code({ text, locale }: Text) {
  return (
    <span className={css.text} lang={locale}>
      <code className={css.code} dir="ltr" translate="no">
        {text}
      </code>
    </span>
  );
}

function Line({ line, locale, dir }: Pick<Text, 'locale' | 'dir'> & { line: ReadLine }) {
  const { i18n } = useTranslation();
  const { sample, tokens } = line;
  const example = sample === null ? null : new Intl.NumberFormat(i18n.language).format(sample);
  return <TokenText tokens={tokens} locale={locale} dir={dir} example={example} />;
}

/** An ICU message in one line: its branch for `other`, and the number of its forms. */
export function IcuMain(props: Text) {
  const { t } = useTranslation();
  const lines = readLines(props.text, props.format, props.locale);
  if (!lines) return <Code {...props} />;
  return (
    <>
      <span className={css.text} lang={props.locale} dir={props.dir}>
        <Line {...props} line={mainLine(lines)} />
      </span>
      <span className={css.forms}>{t('editor.formCount', { count: lines.length })}</span>
    </>
  );
}

/** An ICU message with a line for each of its branches. */
export function IcuAll(props: Text) {
  const lines = readLines(props.text, props.format, props.locale);
  if (!lines) return <Code {...props} />;
  return (
    <span className={css.lines}>
      {lines.map((line) => (
        <span key={line.keys.join()}>
          <code>{line.keys.join(', ')}</code>
          <Line {...props} line={line} />
        </span>
      ))}
    </span>
  );
}
