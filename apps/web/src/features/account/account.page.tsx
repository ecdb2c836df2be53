import '../../i18n/parts/account.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import entries from '../../ui/display/entries.module.css';
import { CallForm } from '../../ui/form/call-form.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Page, Section } from '../../ui/page/page.tsx';
import { Sections } from '../../ui/page/sections.tsx';
import { toast } from '../../ui/toast/toast.tsx';
import { changeEmail, changePassword, rename } from './account.queries.ts';
import { EndAccount } from './end-account.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { PersonalData } from './personal-data.tsx';
import { Sessions } from './sessions.tsx';
import { ThemeChoice } from './theme-choice.tsx';

const MIN_PASSWORD = 8;

const TITLES = {
  profile: 'account.profile',
  language: 'language',
  appearance: 'account.appearance',
  email: 'account.email',
  password: 'account.passwordTitle',
  sessions: 'account.sessions',
  notifications: 'account.notifications',
  keyboard: 'account.shortcuts',
  data: 'account.data',
  end: 'account.end',
} as const;
const SECTIONS = Object.keys(TITLES) as (keyof typeof TITLES)[];

/** The account of the signed-in user: name, address, password, sessions, and its deletion. */
export function AccountPage({
  user,
  shortcuts,
  notifications,
  onChanged,
  onEnded,
}: {
  user: { readonly name: string; readonly email: string };
  /** Settings of the editor's keyboard shortcuts. */
  shortcuts: ReactNode;
  /** The section for choosing notifications. The id of its element is `notifications`. */
  notifications: ReactNode;
  /** Called when the name has changed. */
  onChanged(): Promise<void>;
  /** Called when the account is deactivated, which ends the session. */
  onEnded(): void;
}) {
  const { t } = useTranslation();
  const [isEnding, setEnding] = useState(false);
  // Number of submitted forms. When it changes, the forms are reset, so that no password stays in the page.
  const [sent, setSent] = useState(0);
  return (
    <Page title={t('account.title')}>
      <Sections
        name={t('account.sections')}
        sections={SECTIONS.map((id) => ({ id, title: t(TITLES[id]) }))}
      >
        <Section id="profile" title={t('account.profile')}>
          <CallForm
            button={t('account.saveName')}
            call={async ({ name = '' }) => {
              await rename(name);
              await onChanged();
              toast(t('saved'));
            }}
          >
            <Field
              label={t('account.name')}
              name="name"
              defaultValue={user.name}
              autoComplete="name"
              isRequired
            />
          </CallForm>
        </Section>
        <LanguageChoice />
        <Section id="appearance" title={t('account.appearance')}>
          <ThemeChoice />
        </Section>
        <Section id="email" title={t('account.email')}>
          <p className={entries.note}>{t('account.emailNow', { email: user.email })}</p>
          <CallForm
            key={`email ${sent}`}
            button={t('account.mailLink')}
            call={async ({ email = '', password = '' }) => {
              await changeEmail(email, password);
              toast(t('account.linkMailed', { email }));
              setSent(sent + 1);
            }}
          >
            <Field
              label={t('account.newEmail')}
              name="email"
              type="email"
              autoComplete="email"
              isRequired
            />
            <Field
              label={t('account.password')}
              name="password"
              type="password"
              autoComplete="current-password"
              isRequired
            />
          </CallForm>
        </Section>
        <Section id="password" title={t('account.passwordTitle')}>
          <p className={entries.note}>{t('account.passwordText')}</p>
          <CallForm
            key={`password ${sent}`}
            button={t('account.changePassword')}
            call={async ({ current = '', next = '' }) => {
              await changePassword(current, next);
              toast(t('account.passwordChanged'));
              setSent(sent + 1);
            }}
          >
            <Field
              label={t('account.password')}
              name="current"
              type="password"
              autoComplete="current-password"
              isRequired
            />
            <Field
              label={t('account.newPassword')}
              hint={t('account.passwordHint', { count: MIN_PASSWORD })}
              name="next"
              type="password"
              autoComplete="new-password"
              minLength={MIN_PASSWORD}
              isRequired
            />
          </CallForm>
        </Section>
        <Sessions />
        {notifications}
        <Section id="keyboard" title={t('account.shortcuts')}>
          <p className={entries.note}>{t('account.shortcutsText')}</p>
          {shortcuts}
        </Section>
        <PersonalData />
        <Section id="end" title={t('account.end')}>
          <p className={entries.note}>{t('account.endText')}</p>
          <div>
            <Button kind="danger" onPress={() => setEnding(true)}>
              {t('account.deactivate')}
            </Button>
          </div>
        </Section>
      </Sections>
      {isEnding && (
        <EndAccount email={user.email} onClose={() => setEnding(false)} onEnded={onEnded} />
      )}
    </Page>
  );
}
