import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type Transporter } from 'nodemailer';

/** A mail as plain text to one person. */
export interface Mail {
  to: { name: string; address: string };
  subject: string;
  text: string;
  /** Tag of the language of the text (RFC 3282). */
  language: string;
}

/** The mail server refuses a mail for good: sent again unchanged, it would be refused again (RFC 5321 §4.2.1). */
export interface MailRefusal {
  readonly reason: string;
}

export interface Mailer {
  /** True without a mail server: mails are files on this machine, which their readers do not get. */
  readonly writesFiles?: boolean;
  /** True if callers wait for their mails, because the tasks of this process write them to files at once. */
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
  /** Address that links begin with, if they may be logged. Null if not. */
  loggedLinks: string | null;
  log(message: string, fields: Record<string, unknown>): void;
}

const CONNECTION_TIMEOUT_MS = 15_000;

/** nodemailer passes CR and LF in an address on to the server: such an address never gets there. */
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

/** The first link of a text that begins with an address. Null without one. */
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

/** Returns the refusal of a permanent answer. @throws any other error */
function refusalOf(error: SmtpError): MailRefusal {
  const { responseCode = 0, command = '' } = error;
  if (responseCode < 500) throw error;
  // The words of the server can repeat the address.
  return { reason: `The mail server answered ${responseCode} to ${command || 'the mail'}.` };
}

function createSmtpTransport(smtpUrl: string): Transporter {
  return createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 4,
    // The task decides what is tried again: a server that hangs up may have taken the mail.
    maxRequeues: 0,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: 2 * CONNECTION_TIMEOUT_MS,
  } as never);
}

/**
 * Returns the mail with its body as it is, 7bit or 8bit (RFC 6152), instead of quoted-printable, which breaks a link
 * over two lines: some programs do not join them, and people copy links from files.
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
  // Under its own name once it is whole: a script may read the newest mail at any moment.
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
