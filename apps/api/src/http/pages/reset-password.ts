import { html } from '../html.ts';
import type { RawAnswer } from '../route.ts';
import { emailField, form, leadOn, newPasswordField, pageAnswer } from './page.ts';

export const resetPasswordPage = (): RawAnswer =>
  pageAnswer(
    'Set a new password',
    html`${form({
      post: 'v1/auth/reset-password',
      usesToken: true,
      instead: { invalid_token: 'forgot' },
      fields: newPasswordField('New password'),
      button: 'Set the password',
      done: 'Your new password is set, and all your sessions were ended. You can now sign in with it.',
      afterwards: leadOn({ label: 'Sign in', path: 'sign-in' }),
    })}${form({
      id: 'forgot',
      isHidden: true,
      post: 'v1/auth/forgot-password',
      fields: html`<p>A new link can be mailed to you.</p>${emailField}`,
      button: 'Mail me a new link',
      done: 'If an account with this address exists, a new link is on its way to it. Open the link to continue.',
    })}`,
  );
