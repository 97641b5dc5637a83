/**
 * The ticket in a mail looks like the one on the site (web/src/features/tickets). Mail programs support little CSS, so it is
 * built from tables with inline styles.
 */
import { escapeHtml } from './escaping.ts';
import type { Translate } from './translations.ts';

export interface MailTicket {
  title: string;
  /** Absolute. Some mail programs don't show pictures, so it has a background and a text alternative. */
  posterUrl: string | null;
  facts: readonly (readonly [string, string])[];
  seats: readonly string[];
  bookingId: number;
  code: string;
  /** The content id of the attached QR code. */
  imageId: string;
}

const INK = '#271430';
const MUTED = '#665570';
const PAPER = '#fffdf9';
const STUB = '#4b1a4f';
const ON_STUB = '#fff6e4';
const DISPLAY = "'Rozha One',Georgia,serif";

export function writeTicketHtml(
  { title, posterUrl, facts, seats, bookingId, code, imageId }: MailTicket,
  t: Translate,
): string {
  const poster = posterUrl
    ? `<img src="${escapeHtml(posterUrl)}" width="112" height="168" alt="${escapeHtml(t('{movie} poster', { movie: title }))}" ` +
      'style="display:block;object-fit:cover">'
    : `<div style="padding-top:56px;font-size:48px;line-height:56px">${escapeHtml([...title][0] ?? '')}</div>`;
  return [
    '<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 20px;border-radius:20px;',
    `border:1px solid #e4d8c5;border-collapse:separate;overflow:hidden;background:${PAPER};color:${INK}"><tr>`,
    '<td width="112" valign="top" style="padding:16px 0 16px 16px"><div style="width:112px;height:168px;overflow:hidden;',
    `border-radius:10px;background:${STUB};color:${ON_STUB};font:16px/1.2 ${DISPLAY};text-align:center">${poster}</div></td>`,
    `<td valign="top" style="padding:16px"><p style="margin:0 0 8px;font:22px/1.15 ${DISPLAY}">${escapeHtml(title)}</p>`,
    ...facts.map(
      ([label, text]) =>
        `<p style="margin:0 0 6px;line-height:1.3"><span style="color:${MUTED};font-size:13px">${escapeHtml(label)}</span>` +
        `<br><span style="font-weight:600">${escapeHtml(text)}</span></p>`,
    ),
    `<p style="margin:0;font:30px/1.2 ${DISPLAY}">${escapeHtml(seats.join(', '))}</p></td></tr>`,
    `<tr><td colspan="2" style="padding:0;border-top:2px dashed ${PAPER};background:${STUB}">`,
    '<table role="presentation" cellspacing="0" cellpadding="0"><tr><td style="padding:16px">',
    `<img src="cid:${imageId}" width="144" height="144" alt="${escapeHtml(t('QR code of ticket {code}', { code }))}" `,
    'style="display:block;border-radius:6px;background:#fff"></td>',
    `<td style="padding:16px 16px 16px 0;color:${ON_STUB};font-size:14px;line-height:1.6">`,
    `${escapeHtml(t('Booking ID'))}: <strong style="font-size:18px">${bookingId}</strong><br>`,
    `<span style="font-family:monospace;font-size:16px">${escapeHtml(code)}</span><br>${escapeHtml(t('Show this code at the door'))}</td>`,
    '</tr></table></td></tr></table>',
  ].join('');
}
