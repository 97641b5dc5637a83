/**
 * Sends the outbox's mails in the background. Any number of servers may do so: a server claims each mail before it sends it
 * and marks it afterwards. A few mails are sent at a time, each over its own connection, which stays open while mails are due.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../platform/database/database.ts';
import { repeat } from '../../platform/process/repeat.ts';
import {
  CLAIM_SECONDS,
  type ClaimedMail,
  claimMail,
  deleteOldMails,
  dropMail,
  isAnyMailDue,
  markRefused,
  markSent,
  postponeMail,
} from '../outbox/outbox.ts';
import { composeMail } from './compose.ts';
import type { MailSettings } from './reader.ts';
import { NotAccepted, type Transport } from './transport.ts';

const POLL_EVERY_MS = 1000;
const CLEANUP_EVERY_MS = 3_600_000;
const CONCURRENCY = 3;
/** How long a shutdown waits for mails in progress. */
const STOP_LIMIT_MS = 4000;

/** What becomes of a mail that was not accepted. */
export type Outcome = 'postponed' | 'given up' | 'refused';

interface SendingOptions extends MailSettings {
  db: Database;
  openTransport: () => Transport;
  onSent: () => void;
  onRefused: (code: string, outcome: Outcome) => void;
  onProblem: (error: unknown) => void;
}

/** Returns a function that stops it. */
export function startSending({ db, openTransport, onSent, onRefused, onProblem, ...settings }: SendingOptions) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const open = new Set<Transport>();

  async function sendDue(): Promise<void> {
    if (await isAnyMailDue(db))
      await Promise.all(Array.from({ length: CONCURRENCY }, () => sendAllDue().catch(onProblem)));
  }

  async function sendAllDue(): Promise<void> {
    let transport: Transport | undefined;
    try {
      while (!signal.aborted) {
        const mail = await claimMail(db);
        if (!mail) return;
        transport ??= openTransport();
        open.add(transport);
        const outcome = await attempt(mail, transport);
        if (outcome === 'server refuses') return;
      }
    } finally {
      transport?.close();
      if (transport) open.delete(transport);
    }
  }

  async function attempt(mail: ClaimedMail, transport: Transport): Promise<'done' | 'server refuses'> {
    try {
      const composed = await composeMail(db, mail, settings);
      if (!composed) {
        await dropMail(db, mail);
        return 'done';
      }
      await transport.send(composed);
    } catch (error) {
      if (!(error instanceof NotAccepted)) onProblem(error);
      const problem = error instanceof NotAccepted ? error : new NotAccepted('EFAULT', false);
      onRefused(problem.code, await noteRefusal(mail, problem));
      return problem.isAboutServer ? 'server refuses' : 'done';
    }
    await markWithRetries(() => markSent(db, mail));
    onSent();
    return 'done';
  }

  async function noteRefusal(mail: ClaimedMail, { code, refusal }: NotAccepted): Promise<Outcome> {
    if (!refusal) return (await postponeMail(db, mail, code)) ? 'given up' : 'postponed';
    await markRefused(db, mail, refusal);
    return 'refused';
  }

  /** The mail is out, so a brief database outage must not send it again. */
  async function markWithRetries(mark: () => Promise<void>): Promise<void> {
    const end = Date.now() + CLAIM_SECONDS * 1000;
    for (;;) {
      try {
        return await mark();
      } catch (error) {
        if (signal.aborted || Date.now() > end) throw error;
        await pause(500);
      }
    }
  }

  const stopCleanup = repeat(CLEANUP_EVERY_MS, () => deleteOldMails(db), onProblem, 0);
  const stopPolling = repeat(POLL_EVERY_MS, sendDue, onProblem, 0);
  return async () => {
    stopping.abort();
    const giveUp = setTimeout(() => {
      for (const transport of open) transport.close();
    }, STOP_LIMIT_MS);
    await Promise.all([stopPolling(), stopCleanup()]);
    clearTimeout(giveUp);
  };
}
