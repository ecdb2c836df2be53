import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, describe, expect, it } from 'vitest';
import { type SmtpSink, startSmtpSink } from '../../../test/servers/smtp.ts';
import { createMailer, type Mail, type Mailer } from './mailer.ts';

const LINK = `https://l10n.example.test/verify-email#token=${'aZ09-_=='.repeat(16)}`;

const mail = (changes: Partial<Mail> = {}): Mail => ({
  to: { name: 'Ada', address: 'ada@example.test' },
  subject: 'Grüße – 你好',
  text: `Hello Ada,\n\nopen this page:\n\n${LINK}\n\nZażółć gęślą jaźń.\n`,
  language: 'en',
  ...changes,
});

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function smtp(): Promise<{ sink: SmtpSink; mailer: Mailer }> {
  const sink = await startSmtpSink();
  const mailer = createMailer({
    smtpUrl: sink.url,
    from: 'Parlance <parlance@example.test>',
    directory: '/nonexistent',
    runsTasks: true,
    loggedLinks: null,
    log: () => {},
  });
  cleanups.push(sink.close, mailer.close);
  return { sink, mailer };
}

function files(loggedLinks: string | null = null): {
  directory: string;
  logged: unknown[];
  mailer: Mailer;
} {
  const directory = join(mkdtempSync(join(tmpdir(), 'parlance-mail-')), 'mail');
  const logged: unknown[] = [];
  const mailer = createMailer({
    smtpUrl: null,
    from: 'Parlance <parlance@example.test>',
    directory,
    runsTasks: true,
    loggedLinks,
    log: (message, fields) => logged.push({ message, fields }),
  });
  cleanups.push(mailer.close, () => rmSync(join(directory, '..'), { recursive: true }));
  return { directory, logged, mailer };
}

/** Values that would inject a header or a recipient if they were not checked. */
const INJECTIONS = [
  'ada@example.test\r\nRCPT TO:<eve@example.test>',
  'ada@example.test\nBcc: eve@example.test',
  'ada@example.test\r\n\r\nanother body',
  'ada@example.test,eve@example.test',
  'ada@example.test eve@example.test',
  '<ada@example.test>',
  '"ada"@example.test',
  'ada',
  '',
];

describe('a mail over SMTP', () => {
  it('arrives once and unchanged, only at its recipient', async () => {
    const { sink, mailer } = await smtp();
    await mailer.send(mail());
    expect(sink.received).toHaveLength(1);
    const [{ from, to, raw }] = sink.received as [(typeof sink.received)[0]];
    expect({ from, to }).toEqual({ from: 'parlance@example.test', to: ['ada@example.test'] });
    const parsed = await PostalMime.parse(raw);
    expect(parsed.subject).toBe(mail().subject);
    expect(parsed.from).toMatchObject({ name: 'Parlance', address: 'parlance@example.test' });
    expect(parsed.to).toMatchObject([{ name: 'Ada', address: 'ada@example.test' }]);
    expect(parsed.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(mail().text.trimEnd());
    expect(parsed.messageId).toBeTruthy();
    expect(parsed.date).toBeTruthy();
  });

  it.each(INJECTIONS)(
    'fails before a connection to the server if the address is %j',
    async (address) => {
      const { sink, mailer } = await smtp();
      await expect(mailer.send(mail({ to: { name: 'Ada', address } }))).rejects.toThrow(/address/);
      expect(sink.received).toEqual([]);
      expect(sink.connections).toBe(0);
    },
  );

  it('contains no headers or recipients that were injected through a name or a subject', async () => {
    const { sink, mailer } = await smtp();
    const evil = 'x\r\nBcc: eve@example.test\r\nX-Evil: 1';
    await mailer.send(mail({ to: { name: evil, address: 'ada@example.test' }, subject: evil }));
    const [{ to, raw }] = sink.received as [(typeof sink.received)[0]];
    expect(to).toEqual(['ada@example.test']);
    const { headers } = await PostalMime.parse(raw);
    const names = headers.map(({ key }) => key);
    expect(names).not.toContain('bcc');
    expect(names).not.toContain('x-evil');
  });

  it('fails if the server refuses it, and can be sent again', async () => {
    const { sink, mailer } = await smtp();
    sink.refuseNext(1);
    await expect(mailer.send(mail())).rejects.toThrow();
    await mailer.send(mail());
    expect(sink.received).toHaveLength(1);
  });
});

describe('a mail as a file', () => {
  it('can be read only by the owner of the process, and contains its link on one unbroken line', async () => {
    const { directory, mailer } = files();
    await mailer.send(mail());
    const [name] = readdirSync(directory) as [string];
    expect(name).toMatch(/\.eml$/);
    expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    const message = readFileSync(join(directory, name), 'utf8');
    expect(message.split('\r\n')).toContain(LINK);
    const parsed = await PostalMime.parse(message);
    expect(parsed.subject).toBe(mail().subject);
    expect(parsed.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(mail().text.trimEnd());
  });

  it('appears in the log without its link', async () => {
    const { directory, logged, mailer } = files();
    await mailer.send(mail());
    const [name] = readdirSync(directory) as [string];
    expect(logged).toEqual([{ message: 'mail written', fields: { file: join(directory, name) } }]);
    expect(JSON.stringify(logged)).not.toContain('token');
  });

  it('appears in the log with its link if links may be logged', async () => {
    const { logged, mailer } = files('https://l10n.example.test');
    await mailer.send(mail());
    expect(logged).toMatchObject([{ fields: { link: LINK } }]);
    await mailer.send(mail({ text: 'https://l10n.example.test.evil.test/ and no link' }));
    expect(Object.keys((logged[1] as { fields: object }).fields)).toEqual(['file']);
  });

  it('has a separate file, even if many mails are sent at once', async () => {
    const { directory, mailer } = files();
    await Promise.all(Array.from({ length: 20 }, () => mailer.send(mail())));
    expect(readdirSync(directory)).toHaveLength(20);
  });

  it('has its complete content as soon as the file name exists', async () => {
    const { directory, mailer } = files();
    const text = `${'A long line of a mail.\n'.repeat(20_000)}${LINK}\n`;
    const state = { isOver: false };
    const sending = Promise.all(Array.from({ length: 10 }, () => mailer.send(mail({ text }))));
    void sending.finally(() => {
      state.isOver = true;
    });
    const seen = new Set<string>();
    while (!state.isOver) {
      await new Promise((resolve) => setImmediate(resolve));
      const names = existsSync(directory) ? readdirSync(directory) : [];
      for (const name of names.filter((name) => name.endsWith('.eml') && !seen.has(name))) {
        expect(readFileSync(join(directory, name), 'utf8')).toContain(LINK);
        seen.add(name);
      }
    }
    await sending;
    expect(readdirSync(directory).every((name) => name.endsWith('.eml'))).toBe(true);
  });

  it.each(INJECTIONS)('does not exist if the address is %j', async (address) => {
    const { directory, mailer } = files();
    await expect(mailer.send(mail({ to: { name: 'Ada', address } }))).rejects.toThrow(/address/);
    expect(() => readdirSync(directory)).toThrow(/ENOENT/);
  });
});
