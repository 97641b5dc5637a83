/** The chain's own name, logo and accent colour, put into index.html by the server, so nothing flashes or moves. */
export const PRODUCT_NAME = 'MovieBooking';

export interface Shades {
  primary: string;
  hover: string;
  onPrimary: string;
  /** The background of highlighted entries. */
  soft: string;
}

export interface BrandColours {
  light: Shades;
  dark: Shades;
}

export interface Logo {
  content: Buffer;
  type: 'image/svg+xml' | 'image/png' | 'image/webp';
}

export interface Brand {
  name: string;
  logo: Logo | undefined;
  colours: BrandColours | undefined;
}

export const DEFAULT_BRAND: Brand = { name: PRODUCT_NAME, logo: undefined, colours: undefined };

const ICONS = /<link rel="(?:apple-touch-)?icon"[^>]*>\s*/g;
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Puts the brand into index.html. */
export function brandPage(html: string, { name, logo, colours }: Brand): string {
  const escaped = escapeHtml(name);
  const named =
    name === PRODUCT_NAME
      ? html
      : html.replaceAll(PRODUCT_NAME, () => escaped).replace(/<html[^>]*/, (tag) => `${tag} data-brand="${escaped}"`);
  const withLogo = logo ? named.replace(ICONS, '') : named;
  const added = [
    logo ? `<link rel="icon" href="/logo.svg" type="${logo.type}"><link rel="apple-touch-icon" href="/logo.svg">` : '',
    colours ? `<style>${stylesOf(colours)}</style>` : '',
  ];
  return withLogo.replace('</head>', (end) => added.join('') + end);
}

function stylesOf({ light, dark }: BrandColours): string {
  const both = (shade: keyof Shades) => `light-dark(${light[shade]},${dark[shade]})`;
  const tokens = {
    ...{ primary: both('primary'), 'primary-hover': both('hover'), 'on-primary': both('onPrimary') },
    ...{ accent: both('primary'), 'accent-soft': both('soft'), marigold: dark.primary },
  };
  return `:root{${Object.entries(tokens)
    .map(([token, value]) => `--color-${token}:${value}`)
    .join(';')}}`;
}

/** The web app manifest with the brand. */
export function brandManifest(manifest: string, { name, logo }: Brand): string {
  const icons = logo && [{ src: '/logo.svg', type: logo.type, sizes: 'any' }];
  return JSON.stringify({ ...JSON.parse(manifest), name, short_name: name, ...(icons ? { icons } : {}) });
}
