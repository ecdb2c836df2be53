import { LIMITS } from '@parlance/contracts';
import { html } from '../html.ts';
import type { RawAnswer } from '../route.ts';
import { emailField, form, pageAnswer } from './page.ts';

export const resetPasswordPage = (): RawAnswer =>
  pageAnswer(
    'Set a new password',
    html`${form({
      post: 'v1/auth/reset-password',
      usesToken: true,
      otherwise: 'forgot',
      fields: html`<label>New password<input id="password" name="password" type="password" autocomplete="new-password" required minlength="${LIMITS.passwordMinLength}" maxlength="${LIMITS.passwordMaxLength}" aria-describedby="rule"></label>
<p class="hint" id="rule">At least ${LIMITS.passwordMinLength} characters.</p>
<label class="choice"><input type="checkbox" data-reveals="password"> Show the password</label>`,
      button: 'Set the password',
      done: 'Your new password is set, and every session was ended. Sign in with it.',
    })}${form({
      id: 'forgot',
      isHidden: true,
      post: 'v1/auth/forgot-password',
      fields: html`<p>A new link can be mailed to you.</p>${emailField}`,
      button: 'Mail me a new link',
      done: 'If there is an account with this address, a new link is on its way to it.',
    })}`,
  );
