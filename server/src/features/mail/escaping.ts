const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string =>
  oneLine(text).replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '');

/** Without line breaks and other control characters, nor those that turn the direction of writing: also fit for a header. */
export const oneLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
