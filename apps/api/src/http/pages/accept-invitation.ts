import { LIMITS } from '@parlance/contracts';
import { html } from '../html.ts';
import type { RawAnswer } from '../route.ts';
import { form, leadOn, newPasswordField, pageAnswer, readBeside } from './page.ts';

const SCRIPT = readBeside('accept-invitation.js');
const NEXT = { label: 'Open the organization', path: './', opens: 'organization' } as const;
const DONE = 'You are a member now and signed in.';

// The field has no name: the address is the invitation's and is not sent.
const invitedAddress = html`<label>Email address<input type="email" autocomplete="username" readonly data-fact="email"></label>`;

export const acceptInvitationPage = (): RawAnswer =>
  pageAnswer(
    'Accept the invitation',
    html`<p id="loading" class="hint">Loading the invitation…</p>
<p id="offer" data-until-done hidden><strong><bdi data-fact="inviterName"></bdi></strong> invites you to join the organization <strong><bdi data-fact="organizationName"></bdi></strong> with the role <strong data-fact="role"></strong>.</p>
<p id="other-session" data-until-done hidden>You are signed in as <bdi data-fact="sessionEmail"></bdi>. The invitation was sent to another address: going on signs you out.</p>
<p id="closed" hidden>This server creates no accounts for invited people. Ask its operator for an account with the address <bdi data-fact="email"></bdi>, then open this link again.</p>
<p id="ask-again" hidden>Ask the person who invited you for a new invitation.</p>
${form({
  id: 'accept',
  isHidden: true,
  post: 'v1/organizations/invitations/accept',
  usesToken: true,
  instead: { unauthenticated: 'sign-in' },
  fields: html`<p>You are signed in as <bdi data-fact="email"></bdi>.</p>`,
  button: 'Accept the invitation',
  done: DONE,
  afterwards: leadOn(NEXT),
})}${form({
  id: 'sign-in',
  isHidden: true,
  post: 'v1/auth/sign-in',
  next: 'accept',
  fields: html`<p>Sign in to accept.</p><label>Email address<input name="email" type="email" autocomplete="username" readonly data-fact="email"></label>
<label>Password<input name="password" type="password" autocomplete="current-password" required maxlength="${LIMITS.passwordMaxLength}"></label>`,
  button: 'Sign in and accept',
  done: '',
})}${form({
  id: 'create',
  isHidden: true,
  post: 'v1/organizations/invitations/accept',
  usesToken: true,
  instead: { conflict: 'sign-in' },
  fields: html`<p>Create your account to accept.</p>${invitedAddress}
<label>Your name<input name="name" autocomplete="name" required maxlength="${LIMITS.nameLength}"></label>
${newPasswordField('Password')}`,
  button: 'Create the account and accept',
  done: DONE,
  afterwards: leadOn(NEXT),
})}`,
    SCRIPT,
  );
