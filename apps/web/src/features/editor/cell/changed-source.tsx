import '../../../i18n/parts/drafts.ts';
import type { CurrentSource } from '@parlance/sdk';
import { useTranslation } from 'react-i18next';
import { WordDiff } from '../../../ui/display/word-diff.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import type { OpenCell } from './open-cell.ts';

/** Shows the changes of a source string after the service has refused a decision about its earlier version. */
export function ChangedSource({
  read,
  current,
}: {
  /** The source string that the user has read. */
  read: OpenCell['source'];
  current: CurrentSource;
}) {
  const { t } = useTranslation();
  const { text, locale, dir } = read;
  return (
    <Notice kind="problem">
      <p>{t('cell.conflict.titleSource')}</p>
      <p>
        <WordDiff before={text} after={current.text ?? ''} locale={locale} dir={dir} />
      </p>
    </Notice>
  );
}
