import type { Language } from '../../texts/texts.ts';
import type { RawAnswer } from '../answer/raw-answer.ts';
import { html } from './html.ts';
import { emailField, form, leadOn, pageAnswer } from './page.ts';

export const verifyEmailPage = (language: Language): RawAnswer =>
  pageAnswer(language, {
    title: 'page.verify.title',
    content: ({ text }) =>
      html`${form({
        post: 'v1/auth/verify-email',
        usesToken: true,
        instead: { invalid_token: 'resend' },
        fields: html`<p>${text('page.verify.text')}</p>`,
        button: text('page.verify.button'),
        done: text('page.verify.done'),
        doneTitle: text('page.verify.doneTitle'),
        afterwards: leadOn(text, { label: text('page.signIn'), path: 'sign-in' }),
      })}${form({
        id: 'resend',
        isHidden: true,
        post: 'v1/auth/resend-verification',
        fields: html`<p>${text('page.newLink')}</p>${emailField(text)}`,
        button: text('page.mailNewLink'),
        done: text('page.verify.mailed'),
      })}`,
  });
