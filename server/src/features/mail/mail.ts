/** Mail, where it is configured: what the outbox holds is sent by this server, one mail at a time on each connection. */
import type { Registry } from 'prom-client';
import type { Database } from '../../platform/database/database.ts';
import { repeat } from '../../platform/process/repeat.ts';
import type { TicketCodes } from '../booking/ticket-code.ts';
import { saySenderIsThere, switchMailOffUnlessSent, UNSEEN_MINUTES } from '../outbox/outbox.ts';
import { createMailMetrics } from './metrics.ts';

interface Parts {
  db: Database;
  registry: Registry;
  ticketCodes: TicketCodes;
  config: { mail: { smtpUrl: string; from: string; publicUrl: string } | undefined; timeZone: string };
  onProblem: (problem: { err?: unknown; code?: string }, sentence: string) => void;
}

/** Soon after the database was away, or another server might switch mail off. */
const SAY_EVERY_MS = 10_000;
const LOOK_EVERY_MS = 60_000;
const ONLY_OTHERS_SEND =
  `Mails are queued because a server with SMTP_URL ran within the last ${UNSEEN_MINUTES} minutes, but this server has no SMTP_URL ` +
  'and sends none. Set the same SMTP_URL on every server or, to turn mail off, remove it from all of them.';

/** Returns a function that stops it. Where no mail is sent, what sends it is not loaded: the server starts sooner. */
export async function openMail(parts: Parts): Promise<() => Promise<void>> {
  const { db, registry, ticketCodes, config, onProblem } = parts;
  const { mail, timeZone } = config;
  if (!mail) return watchOtherServers(parts);
  const sayAgain = () => saySenderIsThere(db);
  await sayAgain();
  const stopSaying = repeat(SAY_EVERY_MS, sayAgain, (err) => onProblem({ err }, 'other servers may switch mail off'));
  const [{ startSending }, { openTransport }] = await Promise.all([import('./sending.ts'), import('./transport.ts')]);
  const metrics = createMailMetrics(registry, db);
  const stopSending = startSending({
    ...{ db, ticketCodes, timeZone, publicUrl: mail.publicUrl },
    senderHost: /@([^\s>]+)>?$/.exec(mail.from)?.[1] ?? 'localhost',
    openTransport: () => openTransport(mail.smtpUrl, mail.from),
    onSent: metrics.noteSent,
    onRefused(code, outcome) {
      metrics.noteRefused();
      onProblem({ code }, `a mail ${outcome}`);
    },
    onProblem: (error) => onProblem({ err: error }, 'mails could not be sent'),
  });
  return async () => {
    await Promise.all([stopSaying(), stopSending()]);
  };
}

async function watchOtherServers({ db, onProblem }: Parts): Promise<() => Promise<void>> {
  let wasOn = false;
  const look = async () => {
    const isOn = await switchMailOffUnlessSent(db);
    if (isOn && !wasOn) onProblem({}, ONLY_OTHERS_SEND);
    wasOn = isOn;
  };
  await look();
  return repeat(LOOK_EVERY_MS, look, (err) => onProblem({ err }, 'cannot tell whether another server sends mails'));
}
