import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** The message as received. */
  raw: string;
}

/** A mail server on loopback that stores the received messages. */
export interface SmtpSink {
  readonly url: string;
  readonly received: ReceivedMail[];
  readonly connections: number;
  /** Number of sent messages, including refused messages. */
  readonly attempts: number;
  /** Refuses the next messages with a status, by default a temporary failure. */
  refuseNext(count: number, status?: number): void;
  close(): Promise<void>;
}

export async function startSmtpSink(port = 0): Promise<SmtpSink> {
  const received: ReceivedMail[] = [];
  let connections = 0;
  let toRefuse = 0;
  let refusal = 451;
  let attempts = 0;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    // Clients keep their connections open, so `close` ends them after 100 ms instead of the default 30 s.
    closeTimeout: 100,
    onConnect(_session, done) {
      connections++;
      done();
    },
    onData(stream, session, done) {
      text(stream).then((raw) => {
        attempts++;
        if (toRefuse > 0) {
          toRefuse--;
          done(Object.assign(new Error('refused'), { responseCode: refusal }));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw,
        });
        done();
      }, done);
    },
  });
  // A killed client resets its connection.
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const { port: listeningPort } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${listeningPort}`,
    received,
    get connections() {
      return connections;
    },
    get attempts() {
      return attempts;
    },
    refuseNext(count, status = 451) {
      toRefuse = count;
      refusal = status;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
