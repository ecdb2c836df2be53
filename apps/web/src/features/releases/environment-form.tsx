import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallForm } from '../../ui/form/call-form.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { Field } from '../../ui/form/field.tsx';
import type { EnvironmentFields } from './releases.queries.ts';

/** The settings of an environment. `current` is undefined for a new one. */
export function EnvironmentForm({
  current,
  button,
  call,
}: {
  current?: EnvironmentFields;
  button: string;
  call(fields: EnvironmentFields): Promise<unknown>;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [fallback, setFallback] = useState(current?.fallback ?? 'source');
  return (
    <CallForm
      button={button}
      call={async ({ name = '', slug = '' }) => {
        await call({ name, slug, fallback });
        await queries.invalidateQueries({ queryKey: ['environments'] });
      }}
    >
      <Field
        label={t('releases.name')}
        name="name"
        isRequired
        defaultValue={current?.name ?? ''}
        autoFocus
      />
      <Field
        label={t('releases.slug')}
        hint={t('releases.slugHint')}
        name="slug"
        isRequired={current !== undefined}
        defaultValue={current?.slug ?? ''}
      />
      <Choice
        label={t('releases.fallback')}
        value={fallback}
        options={(['source', 'none'] as const).map((value) => ({
          value,
          label: t(`releases.fallbacks.${value}`),
        }))}
        onChange={setFallback}
      />
    </CallForm>
  );
}
