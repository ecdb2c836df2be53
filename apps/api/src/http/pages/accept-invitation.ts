import { LIMITS, ROLES } from '@parlance/contracts';
import type { Language, Texts } from '../../texts/texts.ts';
import type { RawAnswer } from '../answer/raw-answer.ts';
import { type Html, html } from './html.ts';
import {
  form,
  leadOn,
  newPasswordField,
  type PageTexts,
  pageAnswer,
  readBeside,
  sentence,
} from './page.ts';

const SCRIPT = readBeside('accept-invitation.js');

// The form shows the address but does not send it, because the new account gets the address of the
// invitation.
const invitedAddress = (text: Texts): Html =>
  html`<label>${text('page.email')}<input type="email" autocomplete="username" readonly data-fact="email"></label>`;

const EMAIL = html`<bdi data-fact="email"></bdi>`;

function facts(texts: PageTexts): Html {
  const { text } = texts;
  const roles = Object.fromEntries(ROLES.map((role) => [role, text(`roles.${role}`)]));
  const offer = sentence(texts, 'page.invitation.offer', {
    inviter: html`<strong><bdi data-fact="inviterName"></bdi></strong>`,
    organization: html`<strong><bdi data-fact="organizationName"></bdi></strong>`,
    role: html`<strong data-fact="role"></strong>`,
  });
  return html`<p id="loading" class="hint">${text('page.invitation.loading')}</p>
<p id="offer" data-until-done data-roles="${JSON.stringify(roles)}" hidden>${offer}</p>
<p id="other-session" data-until-done hidden>${sentence(texts, 'page.invitation.otherSession', {
    email: html`<bdi data-fact="sessionEmail"></bdi>`,
  })}</p>
<p id="closed" hidden>${sentence(texts, 'page.invitation.closed', { email: EMAIL })}</p>
<p id="ask-again" hidden>${text('page.invitation.askAgain')}</p>
`;
}

function forms(texts: PageTexts): Html {
  const { text } = texts;
  const done = text('page.invitation.done');
  const doneTitle = text('page.invitation.doneTitle');
  const afterwards = leadOn(text, {
    label: text('page.invitation.open'),
    path: './',
    opens: 'organization',
  });
  return html`${form({
    id: 'accept',
    isHidden: true,
    post: 'v1/organizations/invitations/accept',
    usesToken: true,
    instead: { unauthenticated: 'sign-in' },
    problems: {
      conflict: text('page.invitation.isMember'),
      unauthenticated: text('page.signInFirst'),
    },
    fields: html`<p>${sentence(texts, 'page.invitation.signedIn', { email: EMAIL })}</p>`,
    button: text('page.invitation.accept'),
    done,
    doneTitle,
    afterwards,
  })}${form({
    id: 'sign-in',
    isHidden: true,
    post: 'v1/auth/sign-in',
    next: 'accept',
    fields: html`<p>${text('page.invitation.signIn')}</p><label>${text('page.email')}<input name="email" type="email" autocomplete="username" readonly data-fact="email"></label>
<label>${text('page.password')}<input name="password" type="password" autocomplete="current-password" required maxlength="${LIMITS.passwordMaxLength}"></label>`,
    button: text('page.invitation.signInButton'),
    done: '',
  })}${form({
    id: 'create',
    isHidden: true,
    post: 'v1/organizations/invitations/accept',
    usesToken: true,
    instead: { conflict: 'sign-in' },
    problems: { conflict: text('page.invitation.hasAccount') },
    fields: html`<p>${text('page.invitation.create')}</p>${invitedAddress(text)}
<label>${text('page.yourName')}<input name="name" autocomplete="name" required maxlength="${LIMITS.nameLength}"></label>
${newPasswordField(text, 'page.password')}`,
    button: text('page.invitation.createButton'),
    done,
    doneTitle,
    afterwards,
  })}`;
}

export const acceptInvitationPage = (language: Language): RawAnswer =>
  pageAnswer(language, {
    title: 'page.invitation.title',
    content: (texts) => html`${facts(texts)}${forms(texts)}`,
    script: SCRIPT,
  });
