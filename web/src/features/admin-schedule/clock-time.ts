const TWELVE_HOURS = /^(\d{1,2})(?:[:. ]?(\d{2}))?\s*([ap])\.?\s?m\.?$/i;
const TWENTY_FOUR_HOURS = /^(\d{1,2})[:.]?(\d{2})$/;

/** Parses "6:30 pm", "6.30PM", "6 pm", "18:30" or "1830" into "18:30". Returns undefined for anything else. */
export function parseClockTime(text: string): string | undefined {
  const twelveHours = TWELVE_HOURS.exec(text.trim());
  const match = twelveHours ?? TWENTY_FOUR_HOURS.exec(text.trim());
  if (!match) return undefined;
  const [hour, minute] = [Number(match[1]), Number(match[2] ?? 0)];
  if (minute > 59 || (twelveHours ? hour < 1 || hour > 12 : hour > 23)) return undefined;
  const hours = twelveHours ? (hour % 12) + (twelveHours[3]?.toLowerCase() === 'p' ? 12 : 0) : hour;
  return `${String(hours).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
