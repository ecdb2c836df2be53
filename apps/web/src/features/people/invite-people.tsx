import type { Role } from '@parlance/contracts';
import { isGrantRole, isLimitable, RIGHTS_OF_ROLE } from '@parlance/contracts/scopes';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choosable } from '../../lib/paged-query.ts';
import { mayDo } from '../../lib/person/role.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import entries from '../../ui/display/entries.module.css';
import { CallForm } from '../../ui/form/call-form.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { toast } from '../../ui/toast/toast.tsx';
import { ChosenProjects } from './chosen-projects.tsx';
import { type InvitationLink, InvitationLinks } from './invitation-links.tsx';
import { LocalesField } from './locales-field.tsx';
import { OTHER_SCOPES } from './other-scopes.ts';
import type { Invited } from './people.queries.ts';
import { useMemberLocales } from './use-member-locales.ts';

/** Returns the addresses in a text without duplicates. */
const addressesOf = (text: string): string[] => [
  ...new Set(text.split(/[\s,;]+/).filter((part) => part !== '')),
];

/** Invites one or more people. */
export function InvitePeople({
  organizationId,
  roles,
  send,
  onSent,
  onClose,
}: {
  organizationId: string;
  roles: readonly Role[];
  send(email: string, as: Invited): Promise<{ email: string; link: string | null }>;
  /** Called once after all invitations were sent. */
  onSent(): Promise<void>;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const [role, setRole] = useState<Role>('translator');
  const locales = useMemberLocales(organizationId);
  const [projects, setProjects] = useState<readonly Choosable[] | null>(null);
  const [emails, setEmails] = useState('');
  const [links, setLinks] = useState<readonly InvitationLink[]>([]);
  const [isDone, setDone] = useState(false);
  const isSending = useRef(false);
  /**
   * True if the user closes the dialog while invitations are being sent. No further invitation is
   * sent then, because its link could not be shown.
   */
  const isLeaving = useRef(false);

  /** Shows the links of the invitations. The service does not store them, so they cannot be shown again. */
  const end = (handed: readonly InvitationLink[]): void => {
    if (handed.length > 0) setDone(true);
    else onClose();
  };
  const leave = (): void => {
    if (isSending.current) isLeaving.current = true;
    else end(links);
  };
  const invite = async (): Promise<void> => {
    const localeCodes = isLimitable(role) ? locales.read() : null;
    if (localeCodes === undefined) return;
    const projectIds = (isGrantRole(role) && projects?.map(({ id }) => id)) || null;
    const asked = addressesOf(emails);
    const handed = [...links];
    let sent = 0;
    isSending.current = true;
    try {
      for (const [at, email] of asked.entries()) {
        if (isLeaving.current) break;
        // If the service rejects an address, the field contains it and the addresses after it.
        setEmails(asked.slice(at).join('\n'));
        const { link } = await send(email, { role, localeCodes, projectIds });
        sent++;
        if (link === null) continue;
        handed.push({ email, link });
        setLinks([...handed]);
      }
    } finally {
      isSending.current = false;
      if (sent > 0) await onSent();
      if (isLeaving.current) end(handed);
    }
    if (isLeaving.current) return;
    if (handed.length === 0) {
      toast(
        asked.length === 1
          ? t('members.invited', { email: asked[0] })
          : t('members.invitedMany', { count: asked.length }),
      );
    }
    end(handed);
  };
  if (isDone) return <InvitationLinks links={links} onClose={onClose} />;
  return (
    <Dialog close={t('close')} title={t('members.inviteTitle')} isOpen onClose={leave}>
      <CallForm button={t('members.invite')} cancel={t('cancel')} onCancel={leave} call={invite}>
        <TextArea
          label={t('members.emails')}
          hint={t('members.emailsHint')}
          name="email"
          rows={2}
          direction="ltr"
          isRequired
          autoFocus
          value={emails}
          onChange={setEmails}
        />
        <Choice
          label={t('members.role')}
          value={role}
          options={roles.map((value) => ({ value, label: t(`members.roles.${value}`) }))}
          onChange={setRole}
        />
        {isLimitable(role) && <LocalesField locales={locales} />}
        {isGrantRole(role) && (
          <ChosenProjects
            organizationId={organizationId}
            chosen={projects}
            onChange={setProjects}
          />
        )}
        <ul className={entries.note}>
          {RIGHTS_OF_ROLE[role].map((right) => (
            <li key={right}>{t(`members.rights.${right}`)}</li>
          ))}
          {OTHER_SCOPES.filter((scope) => mayDo(role, scope)).map((scope) => (
            <li key={scope}>{t(`members.scopes.${scope}`, { nsSeparator: false })}</li>
          ))}
        </ul>
      </CallForm>
    </Dialog>
  );
}
