/** Prometheus metrics of the outbox, over all servers, and of what this server sent. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Database } from '../../platform/database/database.ts';
import { measureOutbox, type OutboxLength } from '../outbox/outbox.ts';

export function createMailMetrics(registry: Registry, db: Database) {
  const registers = [registry];
  const measure = (name: string, help: string, pick: (length: OutboxLength) => number) =>
    new Gauge({
      ...{ name, help, registers, aggregator: 'max' as const },
      async collect() {
        // Without the database there is no figure, but all others are still answered.
        const length = await measureOutbox(db).catch(() => undefined);
        if (length) this.set(pick(length));
        else this.reset();
      },
    });
  measure('mail_outbox_waiting', 'Mails that are still to be sent', ({ waiting }) => waiting);
  measure(
    'mail_outbox_oldest_seconds',
    'Age of the oldest mail still to be sent',
    ({ oldestSeconds }) => oldestSeconds,
  );
  measure('mail_outbox_failed', 'Mails given up in the last 30 days', ({ failed }) => failed);
  measure('mail_outbox_refused', 'Mails refused for good in the last 30 days', ({ refused }) => refused);
  const sent = new Counter({ name: 'mail_sent_total', help: 'Mails that the mail server accepted', registers });
  const refused = new Counter({ name: 'mail_refused_total', help: 'Attempts to send a mail that failed', registers });
  return { noteSent: () => sent.inc(), noteRefused: () => refused.inc() };
}
