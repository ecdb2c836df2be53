import { join } from 'node:path';
import type { Config } from './config.ts';

/** In one shell word, whatever it holds. */
const quote = (text: string): string =>
  /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** What a newcomer needs next: the address, where mails go, three commands that can be pasted. */
export function welcome({ publicUrl, allowedOrigins, smtpUrl, dataDir, role }: Config): string {
  const mails = join(dataDir, 'mail');
  const json = "-H 'Content-Type: application/json'";
  const verify =
    smtpUrl === null
      ? [
          `  sleep 1; curl -s ${publicUrl}/v1/auth/verify-email ${json} \\`,
          `    -d "{\\"token\\":\\"$(cat ${quote(mails)}/*.eml | grep -oE 'token=[A-Za-z0-9_-]+' | tail -n 1 | cut -d= -f2)\\"}"`,
        ]
      : ['  (open the link of the mail)'];
  return [
    '',
    `Parlance is running at ${publicUrl} (API reference: ${publicUrl}/docs)`,
    smtpUrl === null ? `Mails are written to ${mails}` : 'Mails are sent by SMTP',
    ...(role === 'api' ? ['This process takes no tasks: mails wait for one with ROLE=worker'] : []),
    '',
    'Next: sign up, confirm the address, sign in:',
    `  curl -s ${publicUrl}/v1/auth/sign-up ${json} \\`,
    `    -d '{"email":"you@example.com","password":"correct horse battery","name":"You"}'`,
    ...verify,
    `  curl -s -c cookies.txt ${publicUrl}/v1/auth/sign-in -H 'Origin: ${allowedOrigins[0]}' \\`,
    `    ${json} -d '{"email":"you@example.com","password":"correct horse battery"}'`,
    '',
    '',
  ].join('\n');
}

/** What a process says that serves no requests. */
export const workerWelcome = (): string => 'Parlance takes tasks (ROLE=worker)\n';
