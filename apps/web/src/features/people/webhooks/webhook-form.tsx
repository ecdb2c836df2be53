import type { Webhook, WebhookEvent, WebhookKind, WebhookWithSecret } from '@parlance/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choosable } from '../../../lib/paged-query.ts';
import { toggled } from '../../../lib/toggled.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { CallForm } from '../../../ui/form/call-form.tsx';
import { Check, CheckGroup, Choice } from '../../../ui/form/choice.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { ChosenProjects } from '../chosen-projects.tsx';
import { LocalesField } from '../locales-field.tsx';
import { useMemberLocales } from '../use-member-locales.ts';
import { eventText } from './answer-text.ts';
import {
  boundProjectsQuery,
  createWebhook,
  EVENTS,
  KINDS,
  saveWebhook,
} from './webhooks.queries.ts';

interface WebhookFormProps {
  readonly organizationId: string;
  /** The webhook to edit. Null for a new one. */
  readonly webhook: Webhook | null;
  /** Called with the new webhook, or with null if it was edited. */
  onSaved(created: WebhookWithSecret | null): void;
  onClose(): void;
}

/** Creates or edits a webhook. Before editing, loads the projects to which the webhook is restricted. */
export function WebhookForm(props: WebhookFormProps) {
  const { organizationId, webhook } = props;
  const { data } = useQuery(boundProjectsQuery(organizationId, webhook?.projectIds ?? null));
  return data === undefined ? null : <LoadedForm {...props} projects={data} />;
}

function LoadedForm({
  organizationId,
  webhook,
  projects,
  onSaved,
  onClose,
}: WebhookFormProps & {
  /** Projects to which the webhook is restricted. Null for every project. */
  projects: readonly Choosable[] | null;
}) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<WebhookKind>(webhook?.kind ?? 'standard');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(
    webhook?.events ?? ['release.published'],
  );
  const [bound, setBound] = useState(projects);
  const [includesTexts, setIncludesTexts] = useState(webhook?.includeTexts ?? false);
  const locales = useMemberLocales(organizationId, webhook?.localeCodes);
  const isChat = kind !== 'standard';
  return (
    <Dialog
      close={t('close')}
      title={t(webhook ? 'webhooks.edit' : 'webhooks.new')}
      isOpen
      onClose={onClose}
    >
      <CallForm
        button={t(webhook ? 'webhooks.save' : 'webhooks.create')}
        call={async ({ url = '', description = '', digestAt = '' }) => {
          const projectIds = bound?.map(({ id }) => id) ?? null;
          const localeCodes = locales.read();
          if (localeCodes === undefined) return;
          const chat = isChat && { includeTexts: includesTexts, digestAt: digestAt || null };
          const fields = { url, description, events, projectIds, localeCodes, ...chat };
          if (webhook) await saveWebhook(organizationId, webhook.id, fields);
          onSaved(webhook ? null : await createWebhook(organizationId, kind, fields));
        }}
      >
        {!webhook && (
          <Choice
            label={t('webhooks.kind')}
            value={kind}
            options={KINDS.map((value) => ({ value, label: t(`webhooks.kinds.${value}`) }))}
            onChange={setKind}
          />
        )}
        <Field
          label={t('webhooks.url')}
          hint={t(webhook && isChat ? 'webhooks.urlKept' : 'webhooks.urlHint')}
          name="url"
          type="url"
          isRequired={!webhook || !isChat}
          defaultValue={isChat ? '' : (webhook?.url ?? '')}
          autoFocus
          maxLength={2000}
        />
        <Field
          label={t('webhooks.description')}
          hint={t('webhooks.descriptionHint')}
          name="description"
          defaultValue={webhook?.description ?? ''}
          maxLength={200}
        />
        <CheckGroup label={t('webhooks.events')}>
          {EVENTS.map((event) => (
            <Check
              key={event}
              isChecked={events.includes(event)}
              onChange={() => setEvents(toggled(EVENTS, events, event))}
            >
              {eventText(event)}
            </Check>
          ))}
        </CheckGroup>
        {isChat && (
          <>
            <Check isChecked={includesTexts} onChange={setIncludesTexts}>
              {t('webhooks.includeTexts')}
            </Check>
            <Field
              label={t('webhooks.digest')}
              hint={t('webhooks.digestHint')}
              name="digestAt"
              type="time"
              defaultValue={webhook?.digestAt ?? ''}
            />
          </>
        )}
        <ChosenProjects organizationId={organizationId} chosen={bound} onChange={setBound} />
        <LocalesField locales={locales} />
      </CallForm>
    </Dialog>
  );
}
