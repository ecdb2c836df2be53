import { useTranslation } from 'react-i18next';
import { codeLabel } from '../../lib/locale/code-name.ts';
import entries from '../../ui/display/entries.module.css';

/** Lists the locales to which a person is limited. Null for all locales. */
export function LocaleLimits({ codes }: { codes: readonly string[] | null }) {
  const { t, i18n } = useTranslation();
  return (
    <span className={entries.note}>
      {codes === null
        ? t('members.allLocales')
        : t('members.onlyLocales', {
            locales: new Intl.ListFormat(i18n.language).format(codes.map(codeLabel)),
          })}
    </span>
  );
}
