import type { ComponentProps } from 'react';
import { AccountPage } from '../features/account/account.page.tsx';
import { ShortcutSettings } from '../features/editor/shortcuts/shortcut-settings.tsx';
import { NotificationChoices } from '../features/inbox/notification-choices.tsx';

type Props = Omit<ComponentProps<typeof AccountPage>, 'shortcuts' | 'notifications'>;

/** The account page. Its sections for notifications and keyboard shortcuts belong to other features. */
export function AccountAndKeys(props: Props) {
  return (
    <AccountPage
      {...props}
      shortcuts={<ShortcutSettings />}
      notifications={<NotificationChoices />}
    />
  );
}
