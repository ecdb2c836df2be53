import type { TranslationSettingsChange } from '@parlance/contracts';
import { LIMITS } from '@parlance/contracts/limits';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enginesQuery } from '../../../lib/engines.queries.ts';
import { engineFor, enginesToTry } from '../../../lib/locale/engine-for.ts';
import { toggled } from '../../../lib/toggled.ts';
import { Button } from '../../../ui/button.tsx';
import { Check, CheckGroup } from '../../../ui/form/choice.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { useSearch } from '../../../ui/form/list-search.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import css from './guidance.module.css';
import { previewKeysQuery, previewPriceQuery, previewTranslation } from './guidance.queries.ts';
import type { NamedLocale } from './named-locale.ts';
import { PreviewResult } from './preview-result.tsx';

/** Translates some texts with the entered settings, saved or not, and shows the requests that each engine received. */
export function Preview({
  organizationId,
  projectId,
  sourceLocale,
  locale: { code, name },
  settings,
}: {
  organizationId: string;
  projectId: string;
  sourceLocale: string;
  locale: NamedLocale;
  settings: TranslationSettingsChange;
}) {
  const { t } = useTranslation();
  const search = useSearch();
  const [named, setNamed] = useState<readonly string[] | null>(null);
  const { data: engines } = useQuery(enginesQuery(organizationId, sourceLocale, [code], projectId));
  const usable = enginesToTry(engines ?? [], code);
  const first = engineFor(usable, code)?.name;
  const chosen = named ?? (first === undefined ? [] : [first]);
  const keys = useQuery({
    ...previewKeysQuery(organizationId, projectId, search.q),
    placeholderData: keepPreviousData,
  });
  const keyIds = (keys.data ?? []).map(({ id }) => id);
  const order = { projectId, keyIds, localeCode: code, engines: chosen, settings };
  const price = useQuery({
    ...previewPriceQuery(organizationId, order),
    placeholderData: keepPreviousData,
  });
  const run = useMutation({ mutationFn: () => previewTranslation(organizationId, order) });
  const hasPrices = usable.some(({ creditsPerUnit }) => creditsPerUnit > 0);
  const names = usable.map((engine) => engine.name);
  const error = run.error ?? price.error ?? keys.error;
  return (
    <section className={css.preview} aria-label={t('guidance.preview', { name })}>
      <h3>{t('guidance.preview', { name })}</h3>
      <p className={css.note}>{t('guidance.previewText')}</p>
      <Field
        label={t('guidance.search')}
        type="search"
        value={search.typed}
        onChange={search.type}
        autoComplete="off"
        autoFocus
      />
      {keys.data?.length === 0 && <p role="status">{t('guidance.noKeys')}</p>}
      {engines && usable.length === 0 ? (
        <p role="status">{t('guidance.noEngine')}</p>
      ) : (
        <CheckGroup label={t('guidance.compare', { count: LIMITS.previewEngines })}>
          {names.map((engine) => (
            <Check
              key={engine}
              isChecked={chosen.includes(engine)}
              onChange={() =>
                setNamed(toggled(names, chosen, engine).slice(0, LIMITS.previewEngines))
              }
            >
              <bdi>{engine}</bdi>
            </Check>
          ))}
        </CheckGroup>
      )}
      <div className={css.run}>
        <Button
          kind="secondary"
          isPending={run.isPending}
          isDisabled={keyIds.length === 0 || chosen.length === 0}
          onPress={() => run.mutate()}
        >
          {t('guidance.try', { count: keyIds.length })}
        </Button>
        {price.data && keyIds.length > 0 && (
          <span className={css.note}>
            {hasPrices
              ? t('guidance.credits', { count: price.data.credits })
              : t('guidance.units', { count: price.data.billedUnits })}
          </span>
        )}
      </div>
      {error && <ProblemNotice error={error} />}
      {run.data && <PreviewResult preview={run.data} />}
    </section>
  );
}
