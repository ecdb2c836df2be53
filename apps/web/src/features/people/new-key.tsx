import type { CreatedApiKey } from '@parlance/contracts';
import type { Scope } from '@parlance/contracts/scopes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choosable } from '../../lib/paged-query.ts';
import { toggled } from '../../lib/toggled.ts';
import { DAY_MS } from '../../lib/words/days.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import entries from '../../ui/display/entries.module.css';
import { CallForm } from '../../ui/form/call-form.tsx';
import { Check, CheckGroup, Choice } from '../../ui/form/choice.tsx';
import { Field } from '../../ui/form/field.tsx';
import { ChosenProjects } from './chosen-projects.tsx';
import { CreatedKey } from './created-key.tsx';
import { presetsFor, scopesOf } from './key-presets.ts';
import { createKey } from './people.queries.ts';

/** Days until a key expires. Only keys of the organization may have `never`. */
const LIVES = ['7', '30', '90', '365', 'never'] as const;
const PERSONAL_LIVES = ['7', '30', '90'] as const;

/** Creates a key, then shows its token once. */
export function NewKey({
  organizationId,
  isPersonal,
  scopes: own,
  onCreated,
  onClose,
}: {
  organizationId: string;
  isPersonal: boolean;
  /** Scopes that the user can grant. */
  scopes: readonly Scope[];
  onCreated(): void;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const presets = presetsFor(own);
  const [choice, setChoice] = useState<(typeof presets)[number] | 'custom'>(presets[0]!);
  const [custom, setCustom] = useState<readonly Scope[]>([]);
  const [life, setLife] = useState<(typeof LIVES)[number]>('90');
  const [bound, setBound] = useState<readonly Choosable[] | null>(null);
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const scopes = choice === 'custom' ? custom : scopesOf(choice, own);

  if (created) {
    return (
      <CreatedKey
        organizationId={organizationId}
        created={created}
        bound={bound}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      close={t('close')}
      title={t(isPersonal ? 'keys.newPersonal' : 'keys.new')}
      isOpen
      onClose={onClose}
    >
      <CallForm
        button={t('keys.create')}
        call={async ({ name = '' }) => {
          const expiresAt =
            life === 'never' ? null : new Date(Date.now() + Number(life) * DAY_MS).toISOString();
          const made = await createKey(
            organizationId,
            { name, scopes, expiresAt, projectIds: bound?.map(({ id }) => id) ?? null },
            isPersonal,
          );
          setCreated(made);
          onCreated();
        }}
      >
        <Field
          label={t('keys.name')}
          hint={t('keys.nameHint')}
          name="name"
          isRequired
          autoFocus
          maxLength={200}
        />
        <Choice
          label={t('keys.use')}
          value={choice}
          options={[
            ...presets.map((value) => ({ value, label: t(`keys.presets.${value}`) })),
            { value: 'custom', label: t('keys.presets.custom') },
          ]}
          onChange={setChoice}
        />
        {choice === 'custom' ? (
          <CheckGroup label={t('keys.may')}>
            {own.map((scope) => (
              <Check
                key={scope}
                isChecked={custom.includes(scope)}
                onChange={() => setCustom(toggled(own, custom, scope))}
              >
                {t(`members.scopes.${scope}`, { nsSeparator: false })}
              </Check>
            ))}
          </CheckGroup>
        ) : (
          <ul className={entries.note}>
            {scopes.map((scope) => (
              <li key={scope}>{t(`members.scopes.${scope}`, { nsSeparator: false })}</li>
            ))}
          </ul>
        )}
        <Choice
          label={t('keys.life')}
          value={life}
          options={(isPersonal ? PERSONAL_LIVES : LIVES).map((value) => ({
            value,
            label: value === 'never' ? t('keys.never') : t('keys.days', { count: Number(value) }),
          }))}
          onChange={setLife}
        />
        <ChosenProjects organizationId={organizationId} chosen={bound} onChange={setBound} />
      </CallForm>
    </Dialog>
  );
}
