import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enginesQuery } from '../../lib/engines.queries.ts';
import { codeName } from '../../lib/locale/code-name.ts';
import { engineFor, isKnown } from '../../lib/locale/engine-for.ts';
import { recognizeLanguage } from '../../lib/locale/find-language.ts';
import { CallForm } from '../../ui/form/call-form.tsx';
import { LanguageField } from '../../ui/form/language-field.tsx';
import { useRested } from '../../ui/hooks/use-rested.ts';
import { toast } from '../../ui/toast/toast.tsx';
import { addLocale } from './projects.queries.ts';

/** Time in milliseconds without a key press after which the engines are requested. */
const REST_MS = 300;

/** Adds a locale, and first shows the engines for it. */
export function AddLocale({
  organizationId,
  projectId,
  source,
  onAdded,
}: {
  organizationId: string;
  projectId: string;
  /** Code of the source locale. */
  source: string | undefined;
  onAdded(): Promise<void>;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { value: tag } = useRested(recognizeLanguage(typed), typed, REST_MS);
  const { data: engines } = useQuery(
    enginesQuery(organizationId, source, tag === null ? [] : [tag], projectId),
  );
  const engine = tag === null ? undefined : engineFor(engines, tag);
  const words = engine ? t('jobs.with', { engine: engine.name }) : t('jobs.noEngine');
  return (
    <CallForm
      button={t('locales.add')}
      call={async () => {
        const code = recognizeLanguage(typed) ?? typed;
        await addLocale(organizationId, projectId, code);
        setTyped('');
        toast(t('locales.added', { code: codeName(code) }));
        await onAdded();
      }}
    >
      <LanguageField
        label={t('locales.code')}
        hint={
          tag !== null && isKnown(engines, tag)
            ? `${codeName(tag)}: ${words}`
            : t('projects.localeHint')
        }
        name="code"
        value={typed}
        onChange={setTyped}
        isRequired
      />
    </CallForm>
  );
}
