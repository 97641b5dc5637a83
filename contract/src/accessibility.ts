/** What makes a show accessible. Pages compute with it, so this module does not import zod. */
export const ACCESSIBILITY = ['CC', 'OC', 'AD', 'ISL'] as const;
export type Accessibility = (typeof ACCESSIBILITY)[number];

export const ACCESSIBILITY_NAMES: Readonly<Record<Accessibility, string>> = {
  CC: 'Closed captions',
  OC: 'Open captions',
  AD: 'Audio description',
  ISL: 'Sign language',
};

/** "Closed captions, audio description". Empty for none, and for shows of servers that don't know it. */
export const describeAccessibility = (labels: readonly Accessibility[] = [], names = ACCESSIBILITY_NAMES): string =>
  labels.map((label, index) => (index === 0 ? names[label] : names[label].toLowerCase())).join(', ');
