import type { Locale } from '@parlance/sdk';
import { useTranslation } from 'react-i18next';
import { codeName } from '../../../lib/locale/code-name.ts';
import entries from '../../../ui/display/entries.module.css';
import { WordDiff } from '../../../ui/display/word-diff.tsx';
import { RadioGroup } from '../../../ui/form/choice.tsx';
import { type FormValues, outdatedBy } from './key.queries.ts';
import type { SourceTexts } from './key-fields.ts';

/**
 * Previews the changes of the source strings, and asks whether the translations become outdated, or
 * stay as they are because the strings mean the same.
 */
export function SourceEffect({
  values,
  texts,
  source: { code, direction },
  keeps,
  onKeeps,
}: {
  values: readonly FormValues[];
  texts: SourceTexts;
  source: Locale;
  /** True if the translations stay as they are. */
  keeps: boolean;
  onKeeps(keeps: boolean): void;
}) {
  const { t, i18n } = useTranslation();
  const changed = values.flatMap(({ form, source }) => {
    const [before, after] = [source?.text ?? '', texts[form]];
    return after === undefined || before === after ? [] : [{ form, before, after }];
  });
  if (changed.length === 0) return null;
  const outdated = outdatedBy(values, texts);
  const names = [...new Set(outdated)].sort().map(codeName);
  const locales = new Intl.ListFormat(i18n.language).format(names);
  return (
    <>
      <div role="status">
        {changed.map(({ form, before, after }) => (
          <p key={form}>
            <WordDiff before={before} after={after} locale={code} dir={direction} />
          </p>
        ))}
        <p className={entries.note}>
          {outdated.length === 0 || keeps
            ? t('key.outdatesNone')
            : t('key.outdates', { count: outdated.length, locales })}
        </p>
      </div>
      {outdated.length > 0 && (
        <RadioGroup
          label={t('key.effect')}
          value={keeps ? 'kept' : 'changed'}
          options={[
            { value: 'changed', label: t('key.meaningChanged') },
            { value: 'kept', label: t('key.onlyCorrected') },
          ]}
          onChange={(value) => onKeeps(value === 'kept')}
        />
      )}
    </>
  );
}
