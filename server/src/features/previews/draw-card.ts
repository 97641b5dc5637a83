/**
 * Draws the picture of a link preview, in a process of its own: the poster in the arch of the login page, next to the title. Without a poster
 * the arch has the title's first letter. The renderer opens no files and no connections, whatever a poster refers to.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { escapeHtml } from '../../platform/http/brand.ts';
import { CARD_SIZE, type Card, type Image } from './card.ts';
import { fitText, initialOf, writeText } from './lettering.ts';

await initWasm(readFileSync(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))));

/** From the picture of the login page, with longer sides: an arch, the one inside it, and the opening. */
const OUTER =
  'M84 1010V524A85.2 85.2 0 0 1 106.1 378.8A82.7 82.7 0 0 1 169.6 251.1A78.8 78.8 0 0 1 267 156.3A75.2 75.2 0 0 1 386.4 105.9A73.7 73.7 0 0 1 513.6 105.9A75.2 75.2 0 0 1 633 156.3A78.8 78.8 0 0 1 730.4 251.1A82.7 82.7 0 0 1 793.9 378.8A85.2 85.2 0 0 1 816 524V1010Z';
const INNER =
  'M140 1010V528A72.2 72.2 0 0 1 158.7 405A70.1 70.1 0 0 1 212.5 296.9A66.8 66.8 0 0 1 295 216.6A63.7 63.7 0 0 1 396.2 173.9A62.4 62.4 0 0 1 503.8 173.9A63.7 63.7 0 0 1 605 216.6A66.8 66.8 0 0 1 687.5 296.9A70.1 70.1 0 0 1 741.3 405A72.2 72.2 0 0 1 760 528V1010Z';
const OPENING =
  'M194 1010V532A59.6 59.6 0 0 1 209.4 430.4A57.9 57.9 0 0 1 253.9 341.1A55.1 55.1 0 0 1 322 274.8A52.6 52.6 0 0 1 405.5 239.6A51.6 51.6 0 0 1 494.5 239.6A52.6 52.6 0 0 1 578 274.8A55.1 55.1 0 0 1 646.1 341.1A57.9 57.9 0 0 1 690.6 430.4A59.6 59.6 0 0 1 706 532V1010Z';
const BULBS =
  'M158.7 409h0M212.5 300.9h0M295 220.6h0M396.2 177.9h0M503.8 177.9h0M605 220.6h0M687.5 300.9h0M741.3 409h0';
const SEAT = 'v-40a20 20 0 0 1 20-20h26a20 20 0 0 1 20 20v40z';
const SEATS = [0, 76, 152, 380, 456].map((x) => `M${x} 60${SEAT}`).join('');
const OWN_SEATS = [228, 304].map((x) => `M${x} 60${SEAT}`).join('');

const TEXT_X = 622;
const TITLE = { y: 138, width: 518, height: 300, largest: 86, smallest: 33 };

const dataUrl = ({ type, content }: Image) => `data:${type};base64,${Buffer.from(content).toString('base64')}`;

export default function drawCard({ title, facts, brand, accent, poster, logo }: Card): Uint8Array {
  // Throws for a broken SVG, which would otherwise only be missing.
  if (poster?.type === 'image/svg+xml') new Resvg(Buffer.from(poster.content).toString());
  const initial = writeText(initialOf(title), 420);
  const film = poster
    ? `<image href="${dataUrl(poster)}" x="194" y="226" width="512" height="768" preserveAspectRatio="xMidYMin slice" clip-path="url(#opening)"/>`
    : `<g transform="translate(${450 - initial.width / 2} 800)" fill="#2a0f2e">${initial.svg}</g>`;
  const { width, height } = CARD_SIZE;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs>
<linearGradient id="hall" x2="0" y2="1"><stop stop-color="#170819"/><stop offset="1" stop-color="#240d2a"/></linearGradient>
<linearGradient id="screen" x2="0" y2="1"><stop stop-color="#ffcf6b"/><stop offset="1" stop-color="#f47a2f"/></linearGradient>
<clipPath id="opening"><path d="${OPENING}"/></clipPath>
</defs>
<rect width="${width}" height="${height}" fill="url(#hall)"/>
<g transform="translate(-14 -58) scale(.7)">
<path d="${OUTER}" fill="#4a1642"/><path d="${INNER}" fill="#781a40"/>
<path d="${BULBS}" stroke="${escapeHtml(accent)}" stroke-width="8" stroke-linecap="round"/>
<path d="${OPENING}" fill="url(#screen)"/>${film}
</g>
${logo ? `<image href="${dataUrl(logo)}" x="${TEXT_X}" y="56" width="48" height="48"/>` : ''}
<g transform="translate(${TEXT_X + (logo ? 64 : 0)} 92)" fill="#fff4dc">${writeText(brand, 32).svg}</g>
<g transform="translate(${TEXT_X} ${TITLE.y})" fill="#fff4dc">${fitText(title, TITLE)}</g>
<g transform="translate(${TEXT_X} 490)" fill="#d8c9dd">${writeText(facts, 27).svg}</g>
<g transform="translate(${TEXT_X} 548)"><path d="${SEATS}" fill="#451542"/><path d="${OWN_SEATS}" fill="${escapeHtml(accent)}"/></g>
</svg>`;
  return new Resvg(svg).render().asPng();
}
