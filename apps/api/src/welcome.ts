import type { Config } from './config/config.ts';
import { mailDirectoryOf } from './mail-directory.ts';

/** Quotes a text as a single word for a shell. */
const quote = (text: string): string =>
  /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/**
 * Returns the message that a process prints when it starts to serve requests: its URL, and where
 * mails go.
 */
export function welcome(config: Config): string {
  const { publicUrl, smtpUrl, role } = config;
  return [
    '',
    `Parlance is running at ${publicUrl} (API reference: ${publicUrl}/docs)`,
    smtpUrl === null ? `Mails are written to ${mailDirectoryOf(config)}` : 'Mails are sent by SMTP',
    ...(role === 'api'
      ? ['This process does not run tasks. Mails wait for a process with ROLE=worker']
      : []),
    '',
    '',
  ].join('\n');
}

/** Returns the first step for a browser, and the same step as three shell commands. Shown until an account exists. */
export function firstSteps(config: Config): string {
  const { publicUrl, allowedOrigins, smtpUrl } = config;
  const json = "-H 'Content-Type: application/json'";
  const verify =
    smtpUrl === null
      ? [
          `  curl -s ${publicUrl}/v1/auth/verify-email ${json} \\`,
          `    -d "{\\"token\\":\\"$(cat ${quote(mailDirectoryOf(config))}/*.eml | grep -oE 'token=[A-Za-z0-9_-]+' | tail -n 1 | cut -d= -f2)\\"}"`,
        ]
      : ['  (open the link of the mail)'];
  return [
    `Next: open ${publicUrl}/sign-up in a browser. Or sign up, confirm the address and sign in by API:`,
    `  curl -s ${publicUrl}/v1/auth/sign-up ${json} \\`,
    `    -d '{"email":"you@example.com","password":"correct horse battery","name":"You"}'`,
    ...verify,
    `  curl -s -c cookies.txt ${publicUrl}/v1/auth/sign-in -H 'Origin: ${allowedOrigins[0]}' \\`,
    `    ${json} -d '{"email":"you@example.com","password":"correct horse battery"}'`,
    '',
    '',
  ].join('\n');
}

/** Returns the start message of a process that only runs tasks. */
export const workerWelcome = (): string => 'Parlance is running tasks (ROLE=worker)\n';
