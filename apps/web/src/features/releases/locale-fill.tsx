import type { Release } from '@parlance/contracts';
import { useTranslation } from 'react-i18next';
import { codeName } from '../../lib/locale/code-name.ts';
import entries from '../../ui/display/entries.module.css';

type ReleasedLocale = Pick<Release['locales'][number], 'code' | 'keys' | 'standIns'>;

/**
 * Returns the number of messages whose text is from the locale itself. If texts of other locales
 * were not counted, returns the number of all messages.
 */
const ownOf = ({ keys, standIns }: ReleasedLocale): number =>
  (standIns ?? []).reduce((ownKeys, { keys: others }) => ownKeys - others, keys);

/**
 * Sorts the locales of a release: the source locale first, then by the number of texts that are not from a fallback.
 */
export const inOrder = <Locale extends ReleasedLocale>(
  locales: readonly Locale[],
  sourceLocale: string,
): Locale[] =>
  [...locales].sort(
    (a, b) =>
      Number(b.code === sourceLocale) - Number(a.code === sourceLocale) ||
      ownOf(b) - ownOf(a) ||
      a.code.localeCompare(b.code),
  );

/** Shows how many texts belong to a locale, and which locales supply the others. */
export function LocaleFill({ locale }: { locale: ReleasedLocale }) {
  const { t } = useTranslation();
  const { keys, standIns } = locale;
  const parts =
    standIns === null || standIns.length === 0
      ? [t('releases.messages', { count: keys })]
      : [
          t('releases.own', { own: ownOf(locale), all: keys }),
          ...standIns.map(({ locale: code, keys: value }) =>
            t('releases.standsIn', { locale: codeName(code), value }),
          ),
        ];
  return (
    <span className={entries.note}>
      {parts.map((part, index) => (
        <bdi key={part}>{index === 0 ? part : ` · ${part}`}</bdi>
      ))}
    </span>
  );
}
