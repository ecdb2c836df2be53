import type { ProjectSettings } from '@parlance/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { likelyRuntime } from '../../lib/locale/likely-runtime.ts';
import { MESSAGE_FORMATS } from '../../lib/locale/locale-file.ts';
import { Check, Choice } from '../../ui/form/choice.tsx';
import { RuntimeField } from './runtimes/runtime-field.tsx';
import { engineNamesQuery } from './settings.queries.ts';

const SEPARATORS = ['.', ':', '/'] as const;
const REVIEWERS = ['anyone', 'reviewers', 'not_the_author'] as const;
const FORMALITIES = ['formal', 'informal'] as const;
/** Value of a choice that leaves the setting to the server or the engine. */
const UNSET = '';

/** Settings for reading, translating and releasing the strings of a project. */
export function TranslationSettings({
  organizationId,
  projectId,
  settings: { messageFormat, runtimes, keySeparator, engine, formality, requireReview, whoReviews },
  onChange: set,
}: {
  organizationId: string;
  projectId: string;
  settings: ProjectSettings;
  onChange(change: Partial<ProjectSettings>): void;
}) {
  const { t } = useTranslation();
  const { data: engines = [] } = useQuery(engineNamesQuery(organizationId));
  const names = engine === null || engines.includes(engine) ? engines : [...engines, engine];
  return (
    <>
      <Choice
        label={t('settings.format')}
        hint={t('settings.formatHint')}
        value={messageFormat}
        options={MESSAGE_FORMATS.map((value) => ({ value, label: t(`settings.formats.${value}`) }))}
        onChange={(value) => set({ messageFormat: value })}
      />
      <RuntimeField
        runtimes={runtimes}
        likely={likelyRuntime(messageFormat)}
        project={{ organizationId, projectId }}
        onChange={(value) => set({ runtimes: value })}
      />
      <Choice
        label={t('settings.separator')}
        hint={t('settings.separatorHint')}
        value={keySeparator ?? UNSET}
        options={[
          { value: UNSET, label: t('settings.noSeparator') },
          ...SEPARATORS.map((value) => ({ value, label: value })),
        ]}
        onChange={(value) => set({ keySeparator: value === UNSET ? null : value })}
      />
      <Choice
        label={t('settings.engine')}
        value={engine ?? UNSET}
        options={[
          { value: UNSET, label: t('settings.engineOfServer') },
          ...names.map((value) => ({ value, label: value })),
        ]}
        onChange={(value) => set({ engine: value === UNSET ? null : value })}
      />
      <Choice
        label={t('settings.formality')}
        value={formality ?? UNSET}
        options={[
          { value: UNSET, label: t('settings.formalityOfEngine') },
          ...FORMALITIES.map((value) => ({ value, label: t(`settings.formalities.${value}`) })),
        ]}
        onChange={(value) => set({ formality: value === UNSET ? null : value })}
      />
      <Check isChecked={requireReview} onChange={(value) => set({ requireReview: value })}>
        {t('settings.requireReview')}
      </Check>
      <Choice
        label={t('settings.whoReviews')}
        value={whoReviews}
        options={REVIEWERS.map((value) => ({ value, label: t(`settings.reviewers.${value}`) }))}
        onChange={(value) => set({ whoReviews: value })}
      />
    </>
  );
}
