/** What must hold on every page. */
import type { PageState } from './probe.ts';

/** A look at the door goes on whatever else is read out. */
const MAY_INTERRUPT = '/admin/check-in';

/** Wrong whenever it is seen. */
export function wrongNow({ path, moments, junk, assertive }: PageState): string[] {
  return [
    ...moments,
    ...junk.map((word) => `the page says "${word}"`),
    ...(path === MAY_INTERRUPT ? [] : assertive.map((region) => `${region} interrupts screen readers`)),
  ];
}

/** Wrong when it stays so: a page that is being drawn may be like this for a moment. */
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
