import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** Query of the signed-in user. Null if nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => (await api().auth.session()).data.user,
  staleTime: 60_000,
});

export interface Credentials {
  email: string;
  password: string;
}

export const signIn = (credentials: Credentials) => api().auth.signIn(credentials);
export const signUp = (account: Credentials & { name: string }) => api().auth.signUp(account);
export const signOut = () => api().auth.signOut();
/** Unsubscribes a person from the kinds of mails that the token contains. The token comes from a mail. */
export const endMails = (token: string) => api().notifications.unsubscribe({ token });
export const mailPasswordLink = (email: string) => api().auth.forgotPassword({ email });
export const mailVerificationLink = (email: string) => api().auth.resendVerification({ email });
