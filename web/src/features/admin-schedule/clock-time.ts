const WITH_HALF = /^(\d{1,2})(?:[:. ]?(\d{2}))?\s*([ap])\.?\s?m\.?$/i;
const OF_24_HOURS = /^(\d{1,2})[:.]?(\d{2})$/;

/** What somebody typed as the wire has it: "6:30 pm", "6.30PM", "6 pm", "18:30" and "1830"; else undefined. */
export function parseClockTime(text: string): string | undefined {
  const half = WITH_HALF.exec(text.trim());
  const match = half ?? OF_24_HOURS.exec(text.trim());
  if (!match) return undefined;
  const [hour, minute] = [Number(match[1]), Number(match[2] ?? 0)];
  if (minute > 59 || (half ? hour < 1 || hour > 12 : hour > 23)) return undefined;
  const hours = half ? (hour % 12) + (half[3]?.toLowerCase() === 'p' ? 12 : 0) : hour;
  return `${String(hours).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
