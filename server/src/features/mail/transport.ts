/** The way to the mail server. Every step has a time limit, so that a mail server that hangs holds up nothing for long. */
import { createTransport } from 'nodemailer';
import type { PermanentRefusal } from '../outbox/outbox.ts';
import type { Mail } from './compose.ts';
import { oneLine } from './escaping.ts';

const STEP_LIMIT_MS = 15_000;
/** Of a whole mail, also against a mail server that answers a letter at a time. Less than the claim on a mail lasts. */
const MAIL_LIMIT_MS = 60_000;

const LONGEST_REASON = 200;

/** Why the mail was not accepted, in a short code: that of the mail server (451), or of the connection (ETIMEDOUT). */
export class NotAccepted extends Error {
  readonly code: string;
  /** The next mail would fare the same: the mail server cannot be reached, or refuses us altogether. */
  readonly isAboutServer: boolean;
  /** The mail server will not take this mail for this recipient, however often it is tried. */
  readonly refusal: PermanentRefusal | undefined;

  constructor(code: string, isAboutServer: boolean, refusal?: PermanentRefusal) {
    super(`The mail was not accepted: ${code}`);
    this.code = code;
    this.isAboutServer = isAboutServer;
    this.refusal = refusal;
  }
}

export interface Transport {
  /** Resolves when the mail server has taken the mail over, else fails with NotAccepted. One mail at a time. */
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
        throw explain(error);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => connection.close({ force: true }),
  };
}

function explain(error: unknown): NotAccepted {
  if (error instanceof NotAccepted) return error;
  const { responseCode, response = '', code, command = '' } = error as SmtpError;
  if (responseCode === undefined) return new NotAccepted(code ?? 'EUNKNOWN', true);
  const isAboutMail = /^(MAIL FROM|RCPT TO|DATA)/.test(command);
  const refusal = isPermanent(command, response)
    ? { code: String(responseCode), reason: oneLine(response).slice(0, LONGEST_REASON) }
    : undefined;
  return new NotAccepted(String(responseCode), !isAboutMail, refusal);
}

interface SmtpError {
  responseCode?: number;
  /** All lines, from the code on. */
  response?: string;
  code?: string;
  command?: string;
}

/**
 * Is it the recipient's fault, or the mail's? Our login, sender or rights may be wrong instead, which mail servers say with 530
 * to 538, with the enhanced codes 5.7.x, 5.5.x, 5.1.7 and 5.1.8 (RFC 3463), or in words: once corrected, the mail goes out.
 */
function isPermanent(command: string, response: string): boolean {
  if (!/^(RCPT TO|DATA)/.test(command) || !/^55\d/.test(response)) return false;
  const [, enhanced] = /\b5\.(\d\.\d+)\b/.exec(response) ?? [];
  return !(enhanced === undefined ? /relay|authent/i.test(response) : /^[57]\.|^1\.[78]$/.test(enhanced));
}
