/** Sends the outbox's mails if this server has an SMTP_URL, and otherwise checks whether another server does. */
import type { Registry } from 'prom-client';
import type { Database } from '../../platform/database/database.ts';
import type { Brand } from '../../platform/http/brand.ts';
import { repeat } from '../../platform/process/repeat.ts';
import type { TicketCodes } from '../booking/ticket-code.ts';
import { queueReminders, recordSenderHeartbeat, turnMailOffWithoutSender, UNSEEN_MINUTES } from '../outbox/outbox.ts';
import { createMailMetrics } from './metrics.ts';
import type { Outcome } from './sending.ts';

interface MailOptions {
  db: Database;
  registry: Registry;
  ticketCodes: TicketCodes;
  config: {
    mail: { smtpUrl: string; from: string; publicUrl: string } | undefined;
    timeZone: string;
    brand: Brand;
    /** How long before a show its reminders are sent; 0 sends none. */
    reminderHours: number;
  };
  onProblem: (problem: { err?: unknown; code?: string }, sentence: string) => void;
}

/** Short, so that other servers don't turn mail off after a database outage. */
const HEARTBEAT_EVERY_MS = 10_000;
const CHECK_EVERY_MS = 60_000;
const REMIND_EVERY_MS = 15_000;
const ONLY_OTHERS_SEND =
  `Mails are queued because a server with SMTP_URL ran within the last ${UNSEEN_MINUTES} minutes, but this server has no SMTP_URL ` +
  'and sends none. Set the same SMTP_URL on every server or, to turn mail off, remove it from all of them.';

const OUTCOMES = {
  postponed: 'The mail server did not accept a mail. It will be retried.',
  'given up':
    'The mail server did not accept a mail for two days, so it was given up. Check the mail server at SMTP_URL.',
  refused: 'The mail server refused a mail for good. The Users page says why.',
} satisfies Record<Outcome, string>;

/** Returns a function that stops it. Loads the code for sending only if needed, so the server starts sooner. */
export async function openMail(options: MailOptions): Promise<() => Promise<void>> {
  const { db, registry, ticketCodes, config, onProblem } = options;
  const { mail, timeZone, brand, reminderHours } = config;
  if (!mail) return watchOtherServers(options);
  const heartbeat = () => recordSenderHeartbeat(db);
  await heartbeat();
  const stopHeartbeat = repeat(HEARTBEAT_EVERY_MS, heartbeat, (err) =>
    onProblem(
      { err },
      'Cannot record that this server sends mail, so other servers may turn mail off. Retrying every 10 seconds.',
    ),
  );
  const [{ startSending }, { openTransport }] = await Promise.all([import('./sending.ts'), import('./transport.ts')]);
  const metrics = createMailMetrics(registry, db);
  const stopSending = startSending({
    ...{ db, ticketCodes, timeZone, brand, publicUrl: mail.publicUrl },
    senderHost: /@([^\s>]+)>?$/.exec(mail.from)?.[1] ?? 'localhost',
    openTransport: () => openTransport(mail.smtpUrl, mail.from),
    onSent: metrics.noteSent,
    onRefused(code, outcome) {
      metrics.noteRefused();
      onProblem({ code }, OUTCOMES[outcome]);
    },
    onProblem: (error) => onProblem({ err: error }, 'Cannot send mail. Retrying every second.'),
  });
  const stops = [stopHeartbeat, stopSending];
  if (reminderHours > 0) {
    const remind = () => queueReminders(db, reminderHours);
    const onError = (err: unknown) => onProblem({ err }, 'Cannot queue reminders of shows. Retrying every 15 seconds.');
    stops.push(repeat(REMIND_EVERY_MS, remind, onError, 0));
  }
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

async function watchOtherServers({ db, onProblem }: MailOptions): Promise<() => Promise<void>> {
  let wasOn = false;
  const check = async () => {
    const isOn = await turnMailOffWithoutSender(db);
    if (isOn && !wasOn) onProblem({}, ONLY_OTHERS_SEND);
    wasOn = isOn;
  };
  await check();
  return repeat(CHECK_EVERY_MS, check, (err) =>
    onProblem({ err }, 'Cannot check whether another server sends mail. Retrying every minute.'),
  );
}
