import { LIMITS } from '@parlance/contracts';
import { html } from '../html.ts';
import type { RawAnswer } from '../route.ts';
import { emailField, form, pageAnswer } from './page.ts';

export const acceptInvitationPage = (): RawAnswer =>
  pageAnswer(
    'Accept the invitation',
    html`${form({
      post: 'v1/organizations/invitations/accept',
      usesToken: true,
      signIn: 'sign-in',
      fields: html`<p>You were invited to an organization. Accept, and you are one of its members.</p>`,
      button: 'Accept the invitation',
      done: 'You are a member now.',
    })}${form({
      id: 'sign-in',
      isHidden: true,
      post: 'v1/auth/sign-in',
      next: 'form',
      fields: html`${emailField}<label>Password<input name="password" type="password" autocomplete="current-password" required maxlength="${LIMITS.passwordMaxLength}"></label>
<p class="hint">No account yet? Sign up with that address, then open the link again.</p>`,
      button: 'Sign in and accept',
      done: '',
    })}`,
  );
