import { Type } from 'typebox';
import { authAccess, endpoint } from './endpoint.ts';
import { LIMITS } from './limits.ts';
import { closed, nullable } from './schema/build.ts';
import { Email, EmailAddress, Empty, Label, MailedName } from './schema/common.ts';
import { CurrentPassword, NewPassword } from './schema/password.ts';
import { User } from './users.ts';

export const MailedToken = Type.String({
  minLength: 1,
  maxLength: LIMITS.mailedTokenLength,
  description: 'Token from the mailed link: the part after `#token=`.',
});

export const authSignUp = endpoint({
  id: 'auth.sign-up',
  method: 'POST',
  path: '/v1/auth/sign-up',
  summary: 'Creates an unverified user and mails a verification link. Does not start a session.',
  access: authAccess('not-foreign'),
  rate: 'strict',
  body: closed({ email: Email, password: NewPassword, name: MailedName }),
  status: 201,
  data: closed({
    email: EmailAddress,
    name: Label,
    emailVerified: Type.Literal(false, {
      description:
        'Always false, so that the response does not reveal whether the address is already registered.',
    }),
  }),
  errors: ['sign_up_closed'],
});

export const authVerifyEmail = endpoint({
  id: 'auth.verify-email',
  method: 'POST',
  path: '/v1/auth/verify-email',
  summary:
    'Verifies an email address with the mailed token, or gives the account its new address. Does not start a session.',
  access: authAccess('not-foreign'),
  body: closed({ token: MailedToken }),
  data: closed({ user: User }),
  errors: ['invalid_token', 'conflict'],
});

export const authResendVerification = endpoint({
  id: 'auth.resend-verification',
  method: 'POST',
  path: '/v1/auth/resend-verification',
  summary: 'Mails the verification link again. The response is the same for every address.',
  access: authAccess('not-foreign'),
  rate: 'strict',
  body: closed({ email: Email }),
  data: Empty,
});

export const authSignIn = endpoint({
  id: 'auth.sign-in',
  method: 'POST',
  path: '/v1/auth/sign-in',
  summary: 'Starts a browser session and sets its cookie.',
  access: authAccess('required'),
  rate: 'strict',
  body: closed({
    email: Email,
    password: CurrentPassword,
  }),
  data: closed({ user: User }),
  errors: ['invalid_credentials', 'email_unverified'],
});

export const authSignOut = endpoint({
  id: 'auth.sign-out',
  method: 'POST',
  path: '/v1/auth/sign-out',
  summary: 'Ends the current browser session, if there is one.',
  access: authAccess('required'),
  data: Empty,
});

export const authForgotPassword = endpoint({
  id: 'auth.forgot-password',
  method: 'POST',
  path: '/v1/auth/forgot-password',
  summary: 'Mails a link for setting a new password. The response is the same for every address.',
  access: authAccess('not-foreign'),
  rate: 'strict',
  body: closed({ email: Email }),
  data: Empty,
});

export const authResetPassword = endpoint({
  id: 'auth.reset-password',
  method: 'POST',
  path: '/v1/auth/reset-password',
  summary: 'Sets a new password with the mailed token and ends all sessions of the user.',
  access: authAccess('not-foreign'),
  body: closed({ token: MailedToken, password: NewPassword }),
  data: Empty,
  errors: ['invalid_token'],
});

export const authSession = endpoint({
  id: 'auth.session',
  method: 'GET',
  path: '/v1/auth/session',
  summary: 'Returns the user of the current session, or null.',
  access: authAccess('not-foreign'),
  data: closed({
    user: nullable(User, { description: 'The signed-in user. Null if there is no session.' }),
  }),
});
