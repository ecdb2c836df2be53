import type { GlossaryTerm } from '@parlance/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sayProblem } from '../../lib/problem.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import entries from '../../ui/entries.module.css';
import { Field } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import css from './glossary.module.css';

/** A term with its translation into one locale, which is edited in place. */
export function TermEntry({
  term,
  isInherited,
  locale,
  mayWrite,
  onTranslate,
  onEdit,
  onArchive,
  onRestore,
}: {
  term: GlossaryTerm;
  isInherited: boolean;
  locale: { readonly code: string; readonly name: string } | undefined;
  mayWrite: boolean;
  onTranslate(translations: Record<string, string>): Promise<unknown>;
  onEdit(): void;
  onArchive(): Promise<unknown>;
  onRestore(): Promise<unknown>;
}) {
  const { t } = useTranslation();
  const archive = useMutation({ mutationFn: onArchive });
  const restore = useMutation({ mutationFn: onRestore });
  const isArchived = term.archivedAt !== null;
  const isOpen = mayWrite && !isInherited && !isArchived;
  const translation = locale === undefined ? undefined : term.translations[locale.code];
  const error = archive.error ?? restore.error;
  return (
    <li className={css.entry}>
      <div className={css.term}>
        <span className={entries.name}>
          <bdi>{term.term}</bdi>
          {term.doNotTranslate && <Badge kind="neutral">{t('glossary.keep')}</Badge>}
          {term.caseSensitive && <Badge kind="neutral">{t('glossary.case')}</Badge>}
          {isInherited && <Badge kind="neutral">{t('glossary.inherited')}</Badge>}
          {isArchived && <Badge kind="neutral">{t('glossary.archived')}</Badge>}
        </span>
        {term.note !== '' && <span className={entries.note}>{term.note}</span>}
        {error && <ProblemNotice error={error} />}
      </div>
      <div className={css.translation}>
        {locale && !term.doNotTranslate && isOpen && (
          <Translation
            key={`${locale.code} ${translation}`}
            label={t('glossary.translationOf', { term: term.term, locale: locale.name })}
            text={translation ?? ''}
            save={async (text) => {
              const { [locale.code]: _, ...others } = term.translations;
              await onTranslate(text === '' ? others : { ...others, [locale.code]: text });
            }}
          />
        )}
        {!isOpen && translation !== undefined && <bdi lang={locale?.code}>{translation}</bdi>}
      </div>
      <div className={entries.actions}>
        {isOpen && (
          <>
            <Button
              kind="quiet"
              aria-label={t('glossary.editNamed', { term: term.term })}
              onPress={onEdit}
            >
              {t('glossary.change')}
            </Button>
            <Button
              kind="quiet"
              aria-label={t('glossary.archiveNamed', { term: term.term })}
              isPending={archive.isPending}
              onPress={() => archive.mutate()}
            >
              {t('glossary.archive')}
            </Button>
          </>
        )}
        {mayWrite && !isInherited && isArchived && (
          <Button
            kind="quiet"
            aria-label={t('glossary.restoreNamed', { term: term.term })}
            isPending={restore.isPending}
            onPress={() => restore.mutate()}
          >
            {t('glossary.restore')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** A field that saves its text when it is left or Enter is pressed. Escape takes the earlier text back. */
function Translation({
  label,
  text,
  save,
}: {
  label: string;
  text: string;
  save(text: string): Promise<void>;
}) {
  const [typed, setTyped] = useState(text);
  const call = useMutation({ mutationFn: save });
  const commit = () => {
    if (typed.trim() !== text.trim() && !call.isPending) call.mutate(typed.trim());
  };
  return (
    <Field
      label={label}
      isLabelHidden
      value={typed}
      maxLength={200}
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit();
        if (key === 'Escape') setTyped(text);
      }}
      {...(call.error && { isInvalid: true, errorMessage: sayProblem(call.error) })}
    />
  );
}
