import type { LocaleTranslationSettings, ProjectTranslation } from '@parlance/contracts';
import { LIMITS } from '@parlance/contracts/limits';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../../ui/form/choice.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { EngineOrder } from './engine-order.tsx';
import { inheritedHint, textOrNull } from './inherited.ts';
import type { NamedLocale } from './named-locale.ts';
import { NO_LOCALE_SETTINGS } from './settings-patch.ts';

/** Value of the choice for no reference language. */
const NONE = '';

/** The instructions for one language, and its order of engines. */
export function LocaleGuidance({
  locale: { code, name },
  locales,
  engines,
  translation: { set, effective, locales: applied },
  settings,
  onChange,
}: {
  locale: NamedLocale;
  locales: readonly NamedLocale[];
  engines: readonly string[];
  translation: ProjectTranslation;
  settings: LocaleTranslationSettings;
  onChange(settings: LocaleTranslationSettings): void;
}) {
  const { t } = useTranslation();
  const change = (members: Partial<LocaleTranslationSettings>) =>
    onChange({ ...settings, ...members });
  const localeSettings = set.locales[code] ?? NO_LOCALE_SETTINGS;
  const above = effective.locales[code] ?? NO_LOCALE_SETTINGS;
  const used = applied.find(({ locale }) => locale === code)?.engines ?? [];
  const references = locales.filter((other) => other.code !== code);
  const { reference } = settings;
  const isKnown = reference === null || references.some((one) => one.code === reference);
  return (
    <>
      <TextArea
        label={t('guidance.localeInstructions', { name })}
        hint={
          inheritedHint(
            t,
            settings.instructions,
            localeSettings.instructions,
            above.instructions,
          ) ?? t('guidance.localeInstructionsHint')
        }
        name="localeInstructions"
        rows={3}
        maxLength={LIMITS.localeInstructionsLength}
        value={settings.instructions ?? ''}
        onChange={(text) => change({ instructions: textOrNull(text) })}
      />
      <Choice
        label={t('guidance.reference')}
        hint={t('guidance.referenceHint')}
        value={reference ?? NONE}
        options={[
          { value: NONE, label: t('guidance.noReference') },
          ...(isKnown ? [] : [{ value: reference, label: reference }]),
          ...references.map((reference) => ({
            value: reference.code,
            label: `${reference.name} (${reference.code})`,
          })),
        ]}
        onChange={(value) => change({ reference: textOrNull(value) })}
      />
      <EngineOrder
        label={t('guidance.orderOf', { name })}
        hint={t('guidance.localeOrderHint', { engines: used.join(', ') })}
        engines={settings.engines ?? []}
        all={engines}
        onChange={(names) => change({ engines: names.length === 0 ? null : [...names] })}
      />
    </>
  );
}
