export const CARD_SIZE = { width: 1200, height: 630 };

export interface Image {
  content: Uint8Array;
  type: 'image/svg+xml' | 'image/png' | 'image/jpeg';
}

export interface Card {
  title: string;
  facts: string;
  brand: string;
  accent: string;
  poster: Image | undefined;
  logo: Image | undefined;
}
