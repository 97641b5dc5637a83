/** Invariants of every page. */
import type { PageState } from './probe.ts';

/** At the entrance, a scan result interrupts whatever a screen reader is reading. */
const MAY_INTERRUPT = '/admin/check-in';

/** Problems even if seen only once. */
export function wrongNow({ path, moments, junk, assertive }: PageState): string[] {
  return [
    ...moments,
    ...junk.map((word) => `the page says "${word}"`),
    ...(path === MAY_INTERRUPT ? [] : assertive.map((region) => `${region} interrupts screen readers`)),
  ];
}

/** Problems only if they last, because a page that is rendering may look like this for a moment. */
export function wrongIfItLasts(state: PageState, afterKey: boolean): string[] {
  const isLoading = state.spinners.length > 0;
  return [
    state.lostFocus && `the focus is lost: ${state.lostFocus} had it and is gone`,
    afterKey && state.isFocusOnBody && !state.lostFocus && 'the focus is lost after a key',
    state.isScrollingSideways && 'the page scrolls sideways',
    state.title === '' && 'the page has no title',
    !isLoading && state.title === 'MovieBooking' && 'the page has no title of its own',
    !isLoading && !state.hasHeading && 'the page has no heading',
    state.areSeatsSilent && 'the seats have no polite live region',
  ].filter((problem) => typeof problem === 'string');
}
