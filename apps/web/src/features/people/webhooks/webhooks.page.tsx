import '../../../i18n/parts/list.ts';
import '../../../i18n/parts/people.ts';
import '../../../i18n/parts/webhooks.ts';
import type { Organization, Webhook, WebhookWithSecret } from '@parlance/contracts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rowsOf } from '../../../lib/paged-query.ts';
import { Button } from '../../../ui/button.tsx';
import entries from '../../../ui/display/entries.module.css';
import { MoreButton } from '../../../ui/display/more-button.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { Empty, Page } from '../../../ui/page/page.tsx';
import { toast } from '../../../ui/toast/toast.tsx';
import { isManager } from '../people.queries.ts';
import { answerText } from './answer-text.ts';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { ShownSecret } from './shown-secret.tsx';
import { WebhookConfirm } from './webhook-confirm.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { type WebhookAction, WebhookList } from './webhook-list.tsx';
import { enableWebhook, testWebhook, webhooksQuery } from './webhooks.queries.ts';

/** The dialog over the list of webhooks. */
type Open =
  | { readonly kind: 'new' }
  | { readonly kind: 'deliveries' | 'edit' | 'delete' | 'rotate'; readonly webhook: Webhook }
  | { readonly kind: 'secret'; readonly secret: string; readonly isRotated: boolean };

/** The webhooks of an organization, for owners and admins. */
export function WebhooksPage({ organization: { id, role } }: { organization: Organization }) {
  const { t } = useTranslation();
  if (isManager(role)) return <Webhooks organizationId={id} />;
  return (
    <Page title={t('webhooks.title')}>
      <p className={entries.note}>{t('webhooks.askAdmin')}</p>
    </Page>
  );
}

function Webhooks({ organizationId }: { organizationId: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const query = webhooksQuery(organizationId);
  const list = useInfiniteQuery(query);
  const webhooks = rowsOf(list);
  const [open, setOpen] = useState<Open | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const reload = () => queries.invalidateQueries({ queryKey: query.queryKey });
  const close = () => setOpen(null);
  const run = async ({ id }: Webhook, action: 'test' | 'enable' | 'disable'): Promise<void> => {
    setProblem(null);
    try {
      if (action === 'test') {
        const sent = await testWebhook(organizationId, id);
        const [ok, failed] = ['webhooks.testOk', 'webhooks.testFailed'] as const;
        const isOk = sent.status === 'delivered';
        toast(t(isOk ? ok : failed, { status: sent.answerStatus, answer: answerText(sent) }));
        return;
      }
      await enableWebhook(organizationId, id, action === 'enable');
      await reload();
      toast(t(action === 'enable' ? 'webhooks.enabled' : 'webhooks.wasDisabled'));
    } catch (error) {
      setProblem(error);
    }
  };
  const act = (webhook: Webhook, action: WebhookAction): void => {
    if (action === 'edit' || action === 'delete' || action === 'rotate') {
      setOpen({ kind: action, webhook });
    } else void run(webhook, action);
  };
  const showSecret = ({ secret }: WebhookWithSecret, isRotated: boolean): void =>
    setOpen(secret === null ? null : { kind: 'secret', secret, isRotated });
  const button = (
    <div>
      <Button onPress={() => setOpen({ kind: 'new' })}>{t('webhooks.new')}</Button>
    </div>
  );
  const error = problem ?? list.error;
  return (
    <Page title={t('webhooks.title')}>
      <p className={entries.note}>{t('webhooks.text')}</p>
      {error !== null && <ProblemNotice error={error} />}
      {webhooks.length === 0 && !list.isPending ? (
        <Empty text={t('webhooks.none')} action={button} />
      ) : (
        <>
          <WebhookList
            webhooks={webhooks}
            onDeliveries={(webhook) => setOpen({ kind: 'deliveries', webhook })}
            onAction={act}
          />
          <MoreButton list={list} text={t('more')} />
          {button}
        </>
      )}
      {(open?.kind === 'new' || open?.kind === 'edit') && (
        <WebhookForm
          organizationId={organizationId}
          webhook={open.kind === 'edit' ? open.webhook : null}
          onSaved={(created) => {
            void reload();
            if (created) showSecret(created, false);
            else {
              close();
              toast(t('webhooks.saved'));
            }
          }}
          onClose={close}
        />
      )}
      {open?.kind === 'secret' && <ShownSecret {...open} onClose={close} />}
      {open?.kind === 'deliveries' && (
        <DeliveriesDialog
          organizationId={organizationId}
          webhook={open.webhook}
          onClose={() => {
            void reload();
            close();
          }}
        />
      )}
      {(open?.kind === 'delete' || open?.kind === 'rotate') && (
        <WebhookConfirm
          organizationId={organizationId}
          webhook={open.webhook}
          kind={open.kind}
          onDone={reload}
          onRotated={(rotated) => showSecret(rotated, true)}
          onClose={close}
        />
      )}
    </Page>
  );
}
