/** The layout of all mails, as HTML and as plain text. Escapes every text. */
import type { Brand } from '../../platform/http/brand.ts';
import { escapeHtml, escapeJson, oneLine } from './escaping.ts';
import { type MailTicket, writeTicketHtml } from './ticket-html.ts';
import type { Translate } from './translations.ts';

interface Content {
  brand: Brand;
  locale: string;
  t: Translate;
  title: string;
  greeting: string;
  paragraphs: readonly string[];
  /** Label and text pairs. */
  facts: readonly (readonly [string, string])[];
  /** Shown instead of the facts, which they contain. */
  tickets?: readonly MailTicket[];
  link?: { label: string; url: string } | undefined;
  notes: readonly string[];
  /** For mail programs. */
  reservations?: readonly object[];
}

const cell = 'padding:6px 12px 6px 0;vertical-align:top';

export function writeHtml({ tickets = [], reservations = [], ...content }: Content): string {
  const { brand, locale, t, title, greeting, paragraphs, facts, link, notes } = content;
  const paragraph = (text: string, style = '') => `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;
  const rows = facts.map(
    ([label, text]) =>
      `<tr><th align="left" style="${cell};opacity:.75;font-weight:400">${escapeHtml(label)}</th>` +
      `<td style="${cell};font-weight:600">${escapeHtml(text)}</td></tr>`,
  );
  const table =
    rows.length > 0 ? `<table style="border-collapse:collapse;margin:0 0 16px">${rows.join('')}</table>` : '';
  const button =
    link &&
    `<p style="margin:0 0 16px"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:12px 20px;` +
      `background:${brand.colours?.light.primary ?? '#4b1a4f'};color:#fff6e4;border-radius:8px;text-decoration:none;font-weight:600">${escapeHtml(link.label)}</a></p>`;
  return [
    `<!doctype html><html lang="${new Intl.Locale(locale).baseName}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    reservations.length > 0 ? `<script type="application/ld+json">${escapeJson(reservations)}</script>` : '',
    '</head>',
    '<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,sans-serif">',
    '<div style="max-width:560px;margin:0 auto">',
    paragraph(brand.name, 'font-weight:600'),
    `<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${escapeHtml(title)}</h1>`,
    paragraph(greeting),
    ...paragraphs.map((text) => paragraph(text)),
    ...(tickets.length > 0 ? tickets.map((ticket) => writeTicketHtml(ticket, t)) : [table]),
    button ?? '',
    ...notes.map((text) => paragraph(text, 'opacity:.75;font-size:14px')),
    '</div></body></html>',
  ].join('');
}

export function writeText({ tickets = [], t, ...content }: Content): string {
  const { brand, title, greeting, paragraphs, facts, link, notes } = content;
  const parts = [
    oneLine(title),
    oneLine(greeting),
    ...paragraphs.map(oneLine),
    facts.map(([label, text]) => `${label}: ${oneLine(text)}`).join('\n'),
    tickets
      .map(({ code, seats }) =>
        tickets.length > 1
          ? t('Ticket for {seats}: {code}', { seats: seats.join(', '), code })
          : t('Ticket: {code}', { code }),
      )
      .join('\n'),
    link ? `${link.label}: ${link.url}` : '',
    ...notes.map(oneLine),
    oneLine(brand.name),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
