/** One look for all mails, as HTML and as plain text. Every text is escaped here, so that none of them can add markup. */

interface Content {
  title: string;
  greeting: string;
  paragraphs: readonly string[];
  /** Label and text. */
  facts: readonly (readonly [string, string])[];
  ticket?: { code: string; imageId: string } | undefined;
  link?: { label: string; url: string } | undefined;
  notes: readonly string[];
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => oneLine(text).replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '');

/** Without line breaks and other control characters, nor those that turn the direction of writing: also fit for a header. */
export const oneLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();

const cell = 'padding:6px 12px 6px 0;vertical-align:top';

export function writeHtml({ title, greeting, paragraphs, facts, ticket, link, notes }: Content): string {
  const paragraph = (text: string, style = '') => `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;
  const rows = facts.map(
    ([label, text]) =>
      `<tr><th align="left" style="${cell};opacity:.75;font-weight:400">${escapeHtml(label)}</th>` +
      `<td style="${cell};font-weight:600">${escapeHtml(text)}</td></tr>`,
  );
  const picture = ticket && [
    `<p style="margin:0 0 4px"><img src="cid:${ticket.imageId}" width="222" alt="QR code of ticket ${escapeHtml(ticket.code)}" `,
    'style="display:block;background:#fff"></p>',
    `<p style="margin:0 0 16px;font-family:monospace;font-size:18px">${escapeHtml(ticket.code)}</p>`,
  ];
  const button =
    link &&
    `<p style="margin:0 0 16px"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:12px 20px;` +
      `background:#9c1c3a;color:#fff;border-radius:8px;text-decoration:none;font-weight:600">${escapeHtml(link.label)}</a></p>`;
  return [
    `<!doctype html><html lang="en-IN"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>',
    '<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,sans-serif">',
    '<div style="max-width:560px;margin:0 auto">',
    `<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${escapeHtml(title)}</h1>`,
    paragraph(greeting),
    ...paragraphs.map((text) => paragraph(text)),
    rows.length > 0 ? `<table style="border-collapse:collapse;margin:0 0 16px">${rows.join('')}</table>` : '',
    ...(picture ?? []),
    button ?? '',
    ...notes.map((text) => paragraph(text, 'opacity:.75;font-size:14px')),
    '</div></body></html>',
  ].join('');
}

export function writeText({ title, greeting, paragraphs, facts, ticket, link, notes }: Content): string {
  const parts = [
    oneLine(title),
    oneLine(greeting),
    ...paragraphs.map(oneLine),
    facts.map(([label, text]) => `${label}: ${oneLine(text)}`).join('\n'),
    ticket ? `Ticket: ${ticket.code}` : '',
    link ? `${link.label}: ${link.url}` : '',
    ...notes.map(oneLine),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
