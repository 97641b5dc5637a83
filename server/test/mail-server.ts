/** A real SMTP server that keeps the mails it receives, and can hang or refuse on demand. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { whenOver } from './when-over.ts';

interface ReceivedMail extends Email {
  /** The undecoded text. */
  raw: string;
  recipients: string[];
}

/** A refusal of the sender or recipient command, such as `550 5.1.1 No such mailbox`. */
interface AnswerTo {
  command: 'MAIL FROM' | 'RCPT TO';
  answer: string;
}
type Behaviour = 'accept' | 'hang' | 'slow' | number | AnswerTo;

export interface MailServer {
  /** For SMTP_URL. */
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** The number of mails offered, accepted or not. */
  readonly offered: () => number;
  /** accept: normal; a number: refuse each mail with this code; hang: never answer; slow: answer late. */
  behave(as: Behaviour): void;
  /** Refuses all connections until reopened on the same port. */
  shut(): Promise<void>;
  reopen(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  let offered = 0;
  let behaviour: Behaviour = 'accept';
  let server: SMTPServer;
  let port = 0;

  const answerTo = (command: AnswerTo['command']) => (_: unknown, __: unknown, done: (error?: Error) => void) => {
    if (typeof behaviour !== 'object' || behaviour.command !== command) return done();
    const [, code, text] = /^(\d+) (.*)$/.exec(behaviour.answer) ?? [];
    done(Object.assign(new Error(text), { responseCode: Number(code) }));
  };

  async function open(): Promise<void> {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      closeTimeout: 100,
      onMailFrom: answerTo('MAIL FROM'),
      onRcptTo: answerTo('RCPT TO'),
      onData(stream, session, answer) {
        offered += 1;
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', async () => {
          if (behaviour === 'hang') return;
          if (typeof behaviour === 'number') {
            answer(Object.assign(new Error('not now'), { responseCode: behaviour }));
            return;
          }
          const raw = Buffer.concat(chunks);
          const recipients = session.envelope.rcptTo.map(({ address }) => address);
          mails.push({ ...(await PostalMime.parse(raw)), raw: raw.toString('latin1'), recipients });
          setTimeout(() => answer(null), behaviour === 'slow' ? 50 : 0);
        });
      },
    });
    server.on('error', () => {});
    server.listen(port, '127.0.0.1');
    await once(server.server, 'listening');
    port = (server.server.address() as AddressInfo).port;
  }

  const shut = () => new Promise<void>((resolve) => server.close(() => resolve()));
  await open();
  whenOver(shut);
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    offered: () => offered,
    behave(as) {
      behaviour = as;
    },
    shut,
    reopen: open,
  };
}
