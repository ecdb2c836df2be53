import type { GlossaryTerm } from '@parlance/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { CallForm } from '../../ui/form/call-form.tsx';
import { Check } from '../../ui/form/choice.tsx';
import { Field } from '../../ui/form/field.tsx';
import css from './glossary.module.css';
import { type TermFields, usesOf, usesQuery } from './glossary.queries.ts';

export interface TermLocale {
  readonly code: string;
  readonly name: string;
  readonly isSource: boolean;
}

/** The fields of a new or an existing term. */
export function TermDialog({
  organizationId,
  projectId,
  term,
  locales,
  onSave,
  onClose,
}: {
  organizationId: string;
  projectId: string;
  /** The term to edit. Null for a new term. */
  term: GlossaryTerm | null;
  locales: readonly TermLocale[];
  onSave(fields: TermFields): Promise<void>;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const [doNotTranslate, setKept] = useState(term?.doNotTranslate ?? false);
  const [caseSensitive, setCase] = useState(term?.caseSensitive ?? false);
  const shown = locales.filter(({ isSource }) => !isSource);
  return (
    <Dialog
      close={t('close')}
      title={t(term ? 'glossary.edit' : 'glossary.new')}
      isOpen
      isWide
      onClose={onClose}
    >
      {term && (
        <Uses
          organizationId={organizationId}
          projectId={projectId}
          sourceLocale={locales.find(({ isSource }) => isSource)?.code ?? ''}
          term={term}
        />
      )}
      <CallForm
        button={t('save')}
        call={async ({ term: text = '', note = '', ...fields }) => {
          // Translations into locales that the project no longer has are kept.
          const translations = { ...term?.translations };
          for (const { code } of shown) {
            const given = fields[`in-${code}`] ?? '';
            if (given.trim() === '') delete translations[code];
            else translations[code] = given;
          }
          await onSave({ term: text, note, translations, doNotTranslate, caseSensitive });
          onClose();
        }}
      >
        <Field
          label={t('glossary.term')}
          name="term"
          isRequired
          autoFocus
          maxLength={200}
          defaultValue={term?.term ?? ''}
        />
        <Field label={t('glossary.note')} name="note" defaultValue={term?.note ?? ''} />
        <Check isChecked={doNotTranslate} onChange={setKept}>
          {t('glossary.keepText')}
        </Check>
        <Check isChecked={caseSensitive} onChange={setCase}>
          {t('glossary.caseText')}
        </Check>
        {!doNotTranslate && (
          <div className={css.fields}>
            {shown.map(({ code, name }) => (
              <Field
                key={code}
                label={`${name} (${code})`}
                name={`in-${code}`}
                maxLength={200}
                defaultValue={term?.translations[code] ?? ''}
              />
            ))}
          </div>
        )}
      </CallForm>
    </Dialog>
  );
}

/** Shows the number of source strings with a term, with a link to them. */
function Uses({
  organizationId,
  projectId,
  sourceLocale,
  term,
}: {
  organizationId: string;
  projectId: string;
  sourceLocale: string;
  term: GlossaryTerm;
}) {
  const { t } = useTranslation();
  const { data } = useQuery(usesQuery(organizationId, projectId, { sourceLocale, term }));
  if (!data) return <p role="status">{t('glossary.counting')}</p>;
  return (
    <p>
      {t(data.isComplete ? 'glossary.uses' : 'glossary.usesAtLeast', { count: data.total })}{' '}
      {data.total > 0 && (
        <Link from="/o/$org/p/$project" to="/o/$org/p/$project/editor" search={{ q: usesOf(term) }}>
          {t('glossary.showUses')}
        </Link>
      )}
    </p>
  );
}
