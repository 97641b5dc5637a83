/** The connection to the mail server. Every step times out, so a mail server that hangs blocks nothing for long. */
import { createTransport } from 'nodemailer';
import type { PermanentRefusal } from '../outbox/outbox.ts';
import type { Mail } from './compose.ts';
import { oneLine } from './escaping.ts';

const STEP_LIMIT_MS = 15_000;
/** For a whole mail, in case the mail server trickles its response. Shorter than the claim on a mail. */
const MAIL_LIMIT_MS = 60_000;

const MAX_REASON_LENGTH = 200;

/** Why a mail was not accepted. `code` is the mail server's (451) or the connection's (ETIMEDOUT). */
export class NotAccepted extends Error {
  readonly code: string;
  /** True if the next mail would fail too: the mail server is unreachable or refuses this sender. */
  readonly isAboutServer: boolean;
  /** Set if retrying is pointless: the mail server refuses this mail or its recipient. */
  readonly refusal: PermanentRefusal | undefined;

  constructor(code: string, isAboutServer: boolean, refusal?: PermanentRefusal) {
    super(`The mail was not accepted: ${code}`);
    this.code = code;
    this.isAboutServer = isAboutServer;
    this.refusal = refusal;
  }
}

export interface Transport {
  /** Resolves once the mail server has accepted the mail, and fails with NotAccepted otherwise. Send one mail at a time. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

export function openTransport(smtpUrl: string, from: string): Transport {
  const connection = createTransport(
    {
      ...{ url: smtpUrl, pool: true, maxConnections: 1, maxRequeues: 0 },
      ...{ disableFileAccess: true, disableUrlAccess: true },
      ...{ connectionTimeout: STEP_LIMIT_MS, greetingTimeout: STEP_LIMIT_MS, socketTimeout: STEP_LIMIT_MS },
      ...{ dnsTimeout: STEP_LIMIT_MS },
    },
    { from, headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' } },
  );
  return {
    async send(mail) {
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          connection.close({ force: true });
          reject(new NotAccepted('ETIMEDOUT', true));
        }, MAIL_LIMIT_MS);
      });
      try {
        await Promise.race([connection.sendMail(mail), limit]);
      } catch (error) {
        throw toNotAccepted(error);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => connection.close({ force: true }),
  };
}

function toNotAccepted(error: unknown): NotAccepted {
  if (error instanceof NotAccepted) return error;
  const { responseCode, response = '', code, command = '' } = error as SmtpError;
  if (responseCode === undefined) return new NotAccepted(code ?? 'EUNKNOWN', true);
  const isAboutMail = /^(MAIL FROM|RCPT TO|DATA)/.test(command);
  const refusal = isPermanent(command, response)
    ? { code: String(responseCode), reason: oneLine(response).slice(0, MAX_REASON_LENGTH) }
    : undefined;
  return new NotAccepted(String(responseCode), !isAboutMail, refusal);
}

interface SmtpError {
  responseCode?: number;
  /** All lines, beginning with the code. */
  response?: string;
  code?: string;
  command?: string;
}

/**
 * True if the recipient or the mail itself is at fault. If our login, sender or permissions are wrong, the mail goes out once
 * that is corrected: mail servers report it with 530 to 538, enhanced codes 5.7.x, 5.5.x, 5.1.7 and 5.1.8 (RFC 3463), or in words.
 */
function isPermanent(command: string, response: string): boolean {
  if (!/^(RCPT TO|DATA)/.test(command) || !/^55\d/.test(response)) return false;
  const [, enhanced] = /\b5\.(\d\.\d+)\b/.exec(response) ?? [];
  return !(enhanced === undefined ? /relay|authent/i.test(response) : /^[57]\.|^1\.[78]$/.test(enhanced));
}
