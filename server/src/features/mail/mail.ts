/** Mail, where it is configured: what the outbox holds is sent by this server, one mail at a time on each connection. */
import type { Registry } from 'prom-client';
import type { Database } from '../../platform/database.ts';
import type { TicketCodes } from '../booking/ticket-code.ts';
import { switchMail } from '../outbox/outbox.ts';
import { createMailMetrics } from './metrics.ts';

interface Parts {
  db: Database;
  registry: Registry;
  ticketCodes: TicketCodes;
  config: { mail: { smtpUrl: string; from: string; publicUrl: string } | undefined; timeZone: string };
  onProblem: (problem: { err?: unknown; code?: string }, sentence: string) => void;
}

/** Returns a function that stops it. Where no mail is sent, what sends it is not loaded: the server starts sooner. */
export async function openMail({ db, registry, ticketCodes, config, onProblem }: Parts): Promise<() => Promise<void>> {
  const { mail, timeZone } = config;
  await switchMail(db, mail !== undefined);
  if (!mail) return async () => {};
  const [{ startSending }, { openTransport }] = await Promise.all([import('./sending.ts'), import('./transport.ts')]);
  const metrics = createMailMetrics(registry, db);
  return startSending({
    ...{ db, ticketCodes, timeZone, publicUrl: mail.publicUrl },
    senderHost: /@([^\s>]+)>?$/.exec(mail.from)?.[1] ?? 'localhost',
    openTransport: () => openTransport(mail.smtpUrl, mail.from),
    onSent: metrics.noteSent,
    onRefused(code, isGivenUp) {
      metrics.noteRefused();
      onProblem({ code }, isGivenUp ? 'a mail was given up' : 'a mail was not accepted and is tried again');
    },
    onProblem: (error) => onProblem({ err: error }, 'mails could not be sent'),
  });
}
