/** A browser's User-Agent header in words a person knows; the header itself is not kept. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: [RegExp, string][], header: string) => names.find(([pattern]) => pattern.test(header))?.[1];

export function deviceOf(userAgent: string | undefined): string {
  const browser = nameIn(BROWSERS, userAgent ?? '');
  const system = nameIn(SYSTEMS, userAgent ?? '');
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Another program';
}

/** What is kept of where a login came from. */
export const sourceOf = (request: { ip: string; headers: { 'user-agent'?: string | undefined } }) => ({
  address: request.ip,
  device: deviceOf(request.headers['user-agent']),
});
