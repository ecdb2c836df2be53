import type { GlossaryTerm } from '@parlance/contracts';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sayProblem } from '../../lib/problem.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import entries from '../../ui/display/entries.module.css';
import { Field } from '../../ui/form/field.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import css from './glossary.module.css';
import { type TermFields, usesOf } from './glossary.queries.ts';

/** A term, with its translation into one locale and its note, both edited in place. */
export function TermRow({
  term,
  parent,
  locale,
  mayWrite,
  onChange,
  onEdit,
  onArchive,
  onRestore,
}: {
  term: GlossaryTerm;
  /** The project from which the term is inherited. Null for a term of this project. */
  parent: { readonly id: string; readonly name: string | undefined } | null;
  locale: { readonly code: string; readonly name: string } | undefined;
  mayWrite: boolean;
  onChange(fields: Partial<TermFields>): Promise<unknown>;
  onEdit(): void;
  onArchive(): Promise<unknown>;
  onRestore(): Promise<unknown>;
}) {
  const { t } = useTranslation();
  const archive = useMutation({ mutationFn: onArchive });
  const restore = useMutation({ mutationFn: onRestore });
  const isArchived = term.archivedAt !== null;
  const isOwn = mayWrite && parent === null;
  const isOpen = isOwn && !isArchived;
  const translation = locale && term.translations[locale.code];
  const error = archive.error ?? restore.error;
  const action = (text: string, name: string, { isPending = false, run }: Action) => (
    <Button kind="quiet" aria-label={name} isPending={isPending} onPress={run}>
      {text}
    </Button>
  );
  return (
    <tr>
      <th scope="row">
        <span className={entries.name}>
          <bdi>{term.term}</bdi>
          {term.doNotTranslate && <Badge kind="neutral">{t('glossary.keep')}</Badge>}
          {term.caseSensitive && <Badge kind="neutral">{t('glossary.case')}</Badge>}
          {isArchived && <Badge kind="neutral">{t('glossary.archived')}</Badge>}
        </span>
        {parent && (
          <span className={entries.note}>
            {t('glossary.inherited')}{' '}
            <Link
              from="/o/$org/p/$project"
              to="/o/$org/p/$project/glossary"
              params={{ project: parent.id }}
            >
              <bdi>{parent.name ?? '…'}</bdi>
            </Link>
          </span>
        )}
        {error && <ProblemNotice error={error} />}
      </th>
      {locale && (
        <td className={css.text}>
          {isOpen && !term.doNotTranslate ? (
            <InPlace
              key={locale.code}
              label={t('glossary.translationOf', { term: term.term, locale: locale.name })}
              text={translation ?? ''}
              maxLength={200}
              save={async (text) => {
                const { [locale.code]: _, ...others } = term.translations;
                const translations = text === '' ? others : { ...others, [locale.code]: text };
                await onChange({ translations });
              }}
            />
          ) : (
            <bdi lang={locale.code}>{translation}</bdi>
          )}
        </td>
      )}
      <td className={css.text}>
        {isOpen ? (
          <InPlace
            label={t('glossary.noteOf', { term: term.term })}
            text={term.note}
            save={async (note) => void (await onChange({ note }))}
          />
        ) : (
          <bdi>{term.note}</bdi>
        )}
      </td>
      <td>
        <div className={css.actions}>
          <Link
            from="/o/$org/p/$project"
            to="/o/$org/p/$project/editor"
            search={{ q: usesOf(term) }}
            aria-label={t('glossary.usesNamed', { term: term.term })}
          >
            {t('glossary.usesOf')}
          </Link>
          {isOpen &&
            action(t('glossary.change'), t('glossary.editNamed', { term: term.term }), {
              run: onEdit,
            })}
          {isOpen &&
            action(t('glossary.archive'), t('glossary.archiveNamed', { term: term.term }), {
              isPending: archive.isPending,
              run: () => archive.mutate(),
            })}
          {isOwn &&
            isArchived &&
            action(t('glossary.restore'), t('glossary.restoreNamed', { term: term.term }), {
              isPending: restore.isPending,
              run: () => restore.mutate(),
            })}
        </div>
      </td>
    </tr>
  );
}

interface Action {
  readonly isPending?: boolean;
  run(): void;
}

/**
 * A field that saves its text when it loses the focus or on Enter. Escape restores the earlier text. Text that is typed
 * during a save is kept and saved afterwards.
 */
function InPlace({
  label,
  text,
  maxLength,
  save,
}: {
  label: string;
  text: string;
  maxLength?: number;
  save(text: string): Promise<void>;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  /** The text of the newest unanswered call. */
  const sent = useRef<string | null>(null);
  const call = useMutation({ mutationFn: save, scope: { id: useId() } });
  const commit = () => {
    const next = typed?.trim();
    if (next === undefined || next === (sent.current ?? text.trim())) return;
    sent.current = next;
    call.mutate(next, {
      onSuccess: () => setTyped((now) => (now?.trim() === next ? null : now)),
      onSettled: () => {
        sent.current = null;
      },
    });
  };
  return (
    <Field
      label={label}
      isLabelHidden
      value={typed ?? text}
      {...(maxLength !== undefined && { maxLength })}
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit();
        if (key === 'Escape') setTyped(null);
      }}
      {...(call.error && { isInvalid: true, errorMessage: sayProblem(call.error) })}
    />
  );
}
