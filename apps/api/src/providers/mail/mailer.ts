import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type Transporter } from 'nodemailer';

/** A plain-text mail to one person. */
export interface Mail {
  to: { name: string; address: string };
  subject: string;
  text: string;
  /** Tag of the language of the text (RFC 3282). */
  language: string;
}

/** A permanent refusal by the mail server: it would refuse the same mail again (RFC 5321 §4.2.1). */
export interface MailRefusal {
  readonly reason: string;
}

export interface Mailer {
  /** True without a mail server: mails are written to files on this machine and never reach their recipients. */
  readonly writesFiles?: boolean;
  /** True if callers wait for their mails. That is quick if this process writes them to files itself. */
  readonly isAwaited?: boolean;
  /** Resolves when the transport has accepted the mail, or refused it for good. */
  send(mail: Mail): Promise<MailRefusal | null>;
  close(): Promise<void>;
}

export interface MailerOptions {
  /** `smtp:` or `smtps:` URL. Null to write mails to files. */
  smtpUrl: string | null;
  from: string;
  /** Folder for `.eml` files. */
  directory: string;
  /** True if this process also runs the tasks that send mails. */
  runsTasks: boolean;
  /** Address with which links begin that may be logged. Null if links must not be logged. */
  loggedLinks: string | null;
  log(message: string, fields: Record<string, unknown>): void;
}

const CONNECTION_TIMEOUT_MS = 15_000;

/** nodemailer passes CR and LF in an address on to the server, so such an address is refused first. */
function requirePlainAddress(address: string): void {
  if (/[\r\n\s,;<>"]/.test(address) || !address.includes('@')) {
    throw new Error('the recipient of a mail must be a single plain address');
  }
}

/** Sends by SMTP, or writes `.eml` files that only the owner of the process can read. */
export function createMailer(options: MailerOptions): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const transport = options.smtpUrl === null ? null : createSmtpTransport(options.smtpUrl);
  return {
    writesFiles: options.smtpUrl === null,
    isAwaited: options.smtpUrl === null && options.runsTasks,
    async send(mail) {
      requirePlainAddress(mail.to.address);
      const message = {
        from: options.from,
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        headers: { 'Content-Language': mail.language },
      };
      const composed = await composer.sendMail(message);
      const { message: bytes, envelope } = composed as unknown as ComposedMail;
      const raw = withPlainBody(bytes, mail.text);
      if (transport !== null) {
        return transport.sendMail({ envelope: { ...envelope, use8BitMime: true }, raw }).then(
          () => null,
          (error: SmtpError) => refusalOf(error),
        );
      }
      const file = await writeMailFile(options.directory, raw);
      const link = findLink(mail.text, options.loggedLinks);
      options.log('mail written', { file, ...(link === null ? {} : { link }) });
      return null;
    },
    async close() {
      composer.close();
      transport?.close();
    },
  };
}

/** Returns the first link in a text that begins with an address, or null. */
function findLink(text: string, address: string | null): string | null {
  if (address === null) return null;
  return text.split(/\s+/).find((word) => word.startsWith(`${address}/`)) ?? null;
}

type Envelope = { from: string; to: string[] };

interface ComposedMail {
  message: Buffer;
  envelope: Envelope;
}

type SmtpError = Error & { responseCode?: number; command?: string };

/** Returns the refusal if the server's answer is permanent. @throws any other error */
function refusalOf(error: SmtpError): MailRefusal {
  const { responseCode = 0, command = '' } = error;
  if (responseCode < 500) throw error;
  // The server's message may repeat the address.
  return { reason: `The mail server answered ${responseCode} to ${command || 'the mail'}.` };
}

function createSmtpTransport(smtpUrl: string): Transporter {
  return createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 4,
    // The task decides about retries: a server that closes the connection may have accepted the mail.
    maxRequeues: 0,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: 2 * CONNECTION_TIMEOUT_MS,
  } as never);
}

/**
 * Returns the mail with an unencoded body, 7bit or 8bit (RFC 6152). Quoted-printable would break a link over two lines,
 * which some mail programs do not join, and people copy links from the files.
 */
function withPlainBody(message: Buffer, text: string): string {
  const raw = message.toString();
  const headers = raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .replace(
      /^Content-Transfer-Encoding: .*$/im,
      `Content-Transfer-Encoding: ${isAscii(text) ? '7bit' : '8bit'}`,
    );
  return `${headers}\r\n\r\n${text.replaceAll('\n', '\r\n')}`;
}

const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text);

async function writeMailFile(directory: string, message: string): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const stamp = new Date().toISOString().replaceAll(':', '-');
  const name = `${stamp}-${crypto.randomUUID().slice(0, 8)}.eml`;
  const file = join(directory, name);
  // The file gets its name once it is complete: a script may read the newest mail at any moment.
  const unfinished = join(directory, `.${name}.tmp`);
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    await handle.writeFile(message);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
  return file;
}
