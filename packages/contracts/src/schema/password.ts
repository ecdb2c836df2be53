import { Type } from 'typebox';
import { LIMITS } from '../limits.ts';

export const NewPassword = Type.String({
  minLength: LIMITS.passwordMinLength,
  maxLength: LIMITS.passwordMaxLength,
  description: 'New password. Any characters are allowed; only the length is checked.',
});

export const CurrentPassword = Type.String({
  minLength: 1,
  maxLength: LIMITS.passwordMaxLength,
  description: 'Password of the account.',
});
