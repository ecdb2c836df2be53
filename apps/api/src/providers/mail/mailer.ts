import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transporter } from 'nodemailer';

/** A plain-text mail to one recipient. */
export interface Mail {
  to: { name: string; address: string };
  subject: string;
  text: string;
  /** Language tag of the text (RFC 3282). */
  language: string;
  /** URL to which a mail program posts to unsubscribe the recipient from such mails (RFC 8058). */
  unsubscribeUrl?: string;
}

/**
 * A permanent rejection of a mail. The mail server would reject the same mail again (RFC 5321
 * §4.2.1).
 */
export interface MailRefusal {
  readonly reason: string;
}

export interface Mailer {
  /**
   * True if there is no mail server. Mails are then written to files on this machine and never
   * reach their recipients.
   */
  readonly writesFiles?: boolean;
  /** True if a request waits until its mail is written. */
  readonly isAwaited?: boolean;
  /**
   * Sends a mail. Resolves with the refusal if the mail server permanently rejects the mail, and
   * with null otherwise.
   */
  send(mail: Mail): Promise<MailRefusal | null>;
  close(): Promise<void>;
}

export interface MailerOptions {
  /** URL of the mail server (`smtp:` or `smtps:`). Null to write mails to files. */
  smtpUrl: string | null;
  from: string;
  /** Folder in which `.eml` files are written. */
  directory: string;
  /** True if this process runs background tasks and therefore sends mails. */
  runsTasks: boolean;
  /** Base URL of links that may be logged. Null if links must not be logged. */
  loggedLinks: string | null;
  log(message: string, fields: Record<string, unknown>): void;
}

const CONNECTION_TIMEOUT_MS = 15_000;

/** Rejects everything except a single plain address, because nodemailer would pass CR and LF on to the mail server. */
function requirePlainAddress(address: string): void {
  if (/[\r\n\s,;<>"]/.test(address) || !address.includes('@')) {
    throw new Error('the recipient of a mail must be a single plain address');
  }
}

/**
 * Creates a mailer that sends mails by SMTP or writes `.eml` files. Only the owner of the process
 * can read the files.
 */
export function createMailer(options: MailerOptions): Mailer {
  let opened: Promise<Transports> | null = null;
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
        headers: { 'Content-Language': mail.language, ...unsubscribeHeaders(mail) },
      };
      opened ??= openTransports(options.smtpUrl);
      const { composer, transport } = await opened;
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
      const transports = await opened;
      transports?.composer.close();
      transports?.transport?.close();
    },
  };
}

const unsubscribeHeaders = ({ unsubscribeUrl: url }: Mail): Record<string, string> =>
  url === undefined
    ? {}
    : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

/**
 * Returns the first link in the text that begins with the base URL `address`. Returns null if there
 * is none.
 */
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

/**
 * Returns the refusal if the mail server has permanently rejected the mail.
 * @throws all other errors
 */
function refusalOf(error: SmtpError): MailRefusal {
  const { responseCode = 0, command = '' } = error;
  if (responseCode < 500) throw error;
  // Does not quote the message of the mail server, because it may repeat the recipient's address.
  return { reason: `The mail server answered ${responseCode} to ${command || 'the mail'}.` };
}

interface Transports {
  readonly composer: Transporter;
  /** Sends mails to the mail server. Null if mails are written to files. */
  readonly transport: Transporter | null;
}

/** Loads the library for the first mail, so that a service that sends no mail needs no memory for it. */
async function openTransports(smtpUrl: string | null): Promise<Transports> {
  const { createTransport } = await import('nodemailer');
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const transport = smtpUrl === null ? null : createTransport(smtpOptions(smtpUrl));
  return { composer, transport };
}

function smtpOptions(smtpUrl: string): never {
  return {
    url: smtpUrl,
    pool: true,
    maxConnections: 4,
    // Disables retries by nodemailer, because a mail server may have accepted a mail although it
    // closed the connection.
    maxRequeues: 0,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: 2 * CONNECTION_TIMEOUT_MS,
  } as never;
}

/**
 * Returns the mail with an unencoded body (7bit or 8bit, RFC 6152). Quoted-printable would split a
 * link over two lines.
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
  // Renames the file when it is complete, because a script may read the newest mail at any moment.
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
