import { html } from '../html.ts';
import type { RawAnswer } from '../route.ts';
import { emailField, form, pageAnswer } from './page.ts';

export const verifyEmailPage = (): RawAnswer =>
  pageAnswer(
    'Confirm your email address',
    html`${form({
      post: 'v1/auth/verify-email',
      usesToken: true,
      otherwise: 'resend',
      fields: html`<p>One press of the button, and the address is confirmed.</p>`,
      button: 'Confirm the address',
      done: 'Your address is confirmed. You can sign in now.',
    })}${form({
      id: 'resend',
      isHidden: true,
      post: 'v1/auth/resend-verification',
      fields: html`<p>A new link can be mailed to you.</p>${emailField}`,
      button: 'Mail me a new link',
      done: 'If this address waits to be confirmed, a new link is on its way to it.',
    })}`,
  );
