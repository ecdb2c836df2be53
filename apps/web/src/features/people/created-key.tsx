import type { CreatedApiKey } from '@parlance/contracts';
import { useTranslation } from 'react-i18next';
import type { Choosable } from '../../lib/paged-query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { CopyBlock } from '../../ui/display/copy-block.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { KeyCommands } from './key-commands.tsx';

/** Shows the token of a new key once, with commands that download texts. */
export function CreatedKey({
  organizationId,
  created: { token, name, scopes },
  bound,
  onClose,
}: {
  organizationId: string;
  created: CreatedApiKey;
  /** The projects to which the key is restricted. Null for every project. */
  bound: readonly Choosable[] | null;
  onClose(): void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog close={t('close')} title={t('keys.createdTitle', { name })} isOpen onClose={onClose}>
      <Notice kind="success">{t('keys.once')}</Notice>
      <CopyBlock
        label={t('keys.token')}
        code={token}
        copy={t('keys.copy')}
        copied={t('keys.copied')}
      />
      <KeyCommands organizationId={organizationId} token={token} scopes={scopes} bound={bound} />
      <Button onPress={onClose}>{t('keys.done')}</Button>
    </Dialog>
  );
}
