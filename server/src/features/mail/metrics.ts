/** Prometheus metrics of the outbox, which all servers share, and of the mails this server sent. */
import { Counter, type Registry } from 'prom-client';
import type { Database } from '../../platform/database/database.ts';
import { gaugesFrom } from '../../platform/http/metrics.ts';
import { measureOutbox } from '../outbox/outbox.ts';

export function createMailMetrics(registry: Registry, db: Database) {
  const registers = [registry];
  const measure = gaugesFrom(registry, () => measureOutbox(db));
  measure('mail_outbox_waiting', 'Mails waiting to be sent', ({ waiting }) => waiting);
  measure(
    'mail_outbox_oldest_seconds',
    'Age of the oldest mail waiting to be sent',
    ({ oldestSeconds }) => oldestSeconds,
  );
  measure(
    'mail_outbox_failed',
    'Mails given up after two days of attempts, in the last 30 days',
    ({ failed }) => failed,
  );
  measure(
    'mail_outbox_refused',
    'Mails the mail server refused for good, in the last 30 days',
    ({ refused }) => refused,
  );
  const sent = new Counter({ name: 'mail_sent_total', help: 'Mails the mail server accepted', registers });
  const refused = new Counter({ name: 'mail_refused_total', help: 'Failed attempts to send a mail', registers });
  return { noteSent: () => sent.inc(), noteRefused: () => refused.inc() };
}
