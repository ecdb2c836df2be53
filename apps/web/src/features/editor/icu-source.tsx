import type { MessageFormat } from '@parlance/messages';
import { formGroups, type MessageForm, tokenizeLine } from '@parlance/messages/forms';
import type { Locale } from '@parlance/sdk';
import { useTranslation } from 'react-i18next';
import css from './focus-view.module.css';
import { TokenText } from './grid/token-text.tsx';

/** The lines of a message with plurals or selects, as they read. */
export function IcuSource({
  form,
  locale: { code, direction },
  format,
}: {
  form: MessageForm;
  locale: Locale;
  format: MessageFormat;
}) {
  const { i18n } = useTranslation();
  const languages = { locale: code, sourceLocale: code, source: null };
  const number = new Intl.NumberFormat(i18n.language);
  const lines = formGroups(form, languages)
    .flatMap((group) => group.lines)
    .filter(({ isPresent }) => isPresent);
  return lines.map((line) => (
    <dd key={line.keys.join()}>
      <code className={css.note}>{line.keys.join(', ')}</code>
      <TokenText
        tokens={tokenizeLine(line.text, line, format)}
        locale={code}
        dir={direction}
        example={line.sample === null ? null : number.format(line.sample)}
      />
    </dd>
  ));
}
