import type { Language } from '../../texts/texts.ts';
import type { RawAnswer } from '../answer/raw-answer.ts';
import { html } from './html.ts';
import { emailField, form, leadOn, newPasswordField, pageAnswer } from './page.ts';

export const resetPasswordPage = (language: Language): RawAnswer =>
  pageAnswer(language, {
    title: 'page.reset.title',
    content: ({ text }) =>
      html`${form({
        post: 'v1/auth/reset-password',
        usesToken: true,
        instead: { invalid_token: 'forgot' },
        fields: newPasswordField(text, 'page.newPassword'),
        button: text('page.reset.button'),
        done: text('page.reset.done'),
        doneTitle: text('page.reset.doneTitle'),
        afterwards: leadOn(text, { label: text('page.signIn'), path: 'sign-in' }),
      })}${form({
        id: 'forgot',
        isHidden: true,
        post: 'v1/auth/forgot-password',
        fields: html`<p>${text('page.newLink')}</p>${emailField(text)}`,
        button: text('page.mailNewLink'),
        done: text('page.reset.mailed'),
      })}`,
  });
