import { join } from 'node:path';
import type { Config } from './config.ts';

/** What a newcomer needs next: the address, where mails go, three commands. */
export function welcome(config: Config): string {
  const mails =
    config.smtpUrl === null
      ? `Mails are written to ${join(config.dataDir, 'mail')}`
      : 'Mails are sent by SMTP';
  return `
Parlance is running at ${config.publicUrl} (API reference: ${config.publicUrl}/docs)
${mails}

Next:
  curl -s ${config.publicUrl}/health
  curl -s ${config.publicUrl}/v1/auth/sign-up -H 'Content-Type: application/json' \\
    -d '{"email":"you@example.com","password":"correct horse","name":"You"}'
  open the link of the mail, then sign in:
  curl -s -c cookies.txt ${config.publicUrl}/v1/auth/sign-in -H 'Origin: ${config.publicUrl}' \\
    -H 'Content-Type: application/json' -d '{"email":"you@example.com","password":"correct horse"}'

`;
}
