import { type MessageFormat, tokenize } from '@parlance/messages';
import { useModule } from '../../../../ui/hooks/use-module.ts';
import { isMessage } from '../../cell/forms/has-branches.ts';
import { TokenText } from './token-text.tsx';

const loadIcuText = () => import('./icu-text.tsx');

export interface CellTextProps {
  text: string;
  format: MessageFormat;
  locale: string;
  dir: 'ltr' | 'rtl';
  /**
   * True to show every branch of a message. Defaults to false, which shows only the branch of
   * `other` and the number of branches.
   */
  isWhole?: boolean;
}

/** A text with its placeholders and tags as chips. An ICU message is displayed as its forms. */
export function CellText(props: CellTextProps) {
  const { text, format, locale, dir } = props;
  if (isMessage(text, format)) return <MessageText {...props} />;
  return <TokenText tokens={tokenize(text, format)} locale={locale} dir={dir} />;
}

/** The parser of messages is loaded with the first message. */
function MessageText({ isWhole = false, ...text }: CellTextProps) {
  const module = useModule(loadIcuText, true);
  if (!module) return <span aria-busy="true" />;
  return isWhole ? <module.IcuAll {...text} /> : <module.IcuMain {...text} />;
}
