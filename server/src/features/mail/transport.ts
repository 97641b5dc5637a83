/** The way to the mail server. Every step has a time limit, so that a mail server that hangs holds up nothing for long. */
import { createTransport } from 'nodemailer';
import type { Mail } from './compose.ts';

const STEP_LIMIT_MS = 15_000;
/** Of a whole mail, also against a mail server that answers a letter at a time. Less than the claim on a mail lasts. */
const MAIL_LIMIT_MS = 60_000;

/** Why the mail was not accepted, in a short code: that of the mail server (451), or of the connection (ETIMEDOUT). */
export class NotAccepted extends Error {
  readonly code: string;
  /** The next mail would fare the same: the mail server cannot be reached, or refuses us altogether. */
  readonly isAboutServer: boolean;

  constructor(code: string, isAboutServer: boolean) {
    super(`The mail was not accepted: ${code}`);
    this.code = code;
    this.isAboutServer = isAboutServer;
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
  const { responseCode, code, command } = error as { responseCode?: number; code?: string; command?: string };
  const isAboutMail = responseCode !== undefined && /^(MAIL FROM|RCPT TO|DATA)/.test(command ?? '');
  return new NotAccepted(responseCode === undefined ? (code ?? 'EUNKNOWN') : String(responseCode), !isAboutMail);
}
