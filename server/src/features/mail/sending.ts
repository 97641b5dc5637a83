/**
 * Sends what is in the outbox, apart from all requests. Any number of servers may do so at once: each mail is claimed by
 * one of them before it is sent and marked afterwards. A few mails are under way at a time, each over a connection of its
 * own that lasts as long as there is something to send.
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
import { composeMail, type Settings } from './compose.ts';
import { NotAccepted, type Transport } from './transport.ts';

const LOOK_EVERY_MS = 1000;
const CLEAN_EVERY_MS = 3_600_000;
const UNDER_WAY_AT_ONCE = 3;
/** At a stop, mails that are under way get this long. */
const STOP_LIMIT_MS = 4000;

type Outcome = 'was not accepted and is tried again' | 'was given up' | 'was refused for good';

interface Parts extends Settings {
  db: Database;
  openTransport: () => Transport;
  onSent: () => void;
  onRefused: (code: string, outcome: Outcome) => void;
  onProblem: (error: unknown) => void;
}

/** Returns a function that stops it. */
export function startSending({ db, openTransport, onSent, onRefused, onProblem, ...settings }: Parts) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const open = new Set<Transport>();

  async function look(): Promise<void> {
    if (await isAnyMailDue(db))
      await Promise.all(Array.from({ length: UNDER_WAY_AT_ONCE }, () => sendAllDue().catch(onProblem)));
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
    await insist(() => markSent(db, mail));
    onSent();
    return 'done';
  }

  async function noteRefusal(mail: ClaimedMail, { code, refusal }: NotAccepted): Promise<Outcome> {
    if (!refusal) return (await postponeMail(db, mail, code)) ? 'was given up' : 'was not accepted and is tried again';
    await markRefused(db, mail, refusal);
    return 'was refused for good';
  }

  /** The mail is out: a database that is away for a moment must not make it go out again. */
  async function insist(mark: () => Promise<void>): Promise<void> {
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

  const stopCleaning = repeat(CLEAN_EVERY_MS, () => deleteOldMails(db), onProblem, 0);
  const stopLooking = repeat(LOOK_EVERY_MS, look, onProblem, 0);
  return async () => {
    stopping.abort();
    const giveUp = setTimeout(() => {
      for (const transport of open) transport.close();
    }, STOP_LIMIT_MS);
    await Promise.all([stopLooking(), stopCleaning()]);
    clearTimeout(giveUp);
  };
}
