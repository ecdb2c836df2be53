import { html } from '../html.ts';
import type { RawAnswer } from '../route.ts';
import { emailField, form, leadOn, pageAnswer } from './page.ts';

export const verifyEmailPage = (): RawAnswer =>
  pageAnswer(
    'Confirm your email address',
    html`${form({
      post: 'v1/auth/verify-email',
      usesToken: true,
      instead: { invalid_token: 'resend' },
      fields: html`<p>Press the button to confirm that the address is yours.</p>`,
      button: 'Confirm the address',
      done: 'Your address is confirmed. You can now sign in.',
      afterwards: leadOn({ label: 'Sign in', path: 'sign-in' }),
    })}${form({
      id: 'resend',
      isHidden: true,
      post: 'v1/auth/resend-verification',
      fields: html`<p>A new link can be mailed to you.</p>${emailField}`,
      button: 'Mail me a new link',
      done: 'If this address is not confirmed yet, a new link is on its way to it. Open the link to continue.',
    })}`,
  );
