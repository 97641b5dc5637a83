/** The movie's colours are readable for every poster, and animations cause no layout. */
import { readdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { filmColours, filmStyle, SAMPLE, strongestHue } from '../web/src/lib/film.ts';
import { addShowWithSeats, openSeatMap, seat } from './harness/seat-map.ts';
import { accessibilityFindings, endTransitions, layoutShifts } from './harness/user.ts';

const POSTER = '/posters/locker-no-9.svg';
const READABLE = 4.5;

const demoPosters = await readdir(new URL('../web/public/posters/', import.meta.url));
/** The hardest posters: of a single colour, and without any. */
const PLAIN = {
  yellow: '#ffee00',
  lime: '#66ff00',
  cyan: '#00ffff',
  red: '#ff0000',
  blue: '#0000ff',
  amber: '#ffb627',
};
const COLOURLESS = { white: '#ffffff', grey: '#808080', black: '#000000' };

const plain = ([, colour]: [string, string]) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="600"><rect width="400" height="600" fill="${colour}"/></svg>`)}`;

const filmOf = (page: Page) =>
  page.locator('.seat-page').evaluate((element) => getComputedStyle(element).getPropertyValue('--film-mine'));

/** The custom properties on a movie's page with each of these posters. */
async function stylesOf(page: Page, posters: string[]): Promise<Record<string, string>[]> {
  const read = await page.evaluate(
    ({ sources, width, height }) =>
      Promise.all(
        sources.map(async (src) => {
          const image = Object.assign(new Image(), { src });
          await image.decode();
          const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
          context?.drawImage(image, 0, 0, width, height);
          return [...(context?.getImageData(0, 0, width, height).data ?? [])];
        }),
      ),
    { sources: posters, ...SAMPLE },
  );
  return read.map((pixels) => {
    const found = strongestHue(pixels);
    return (filmStyle(found && filmColours(found.hue, found.chroma)) ?? {}) as Record<string, string>;
  });
}

/** The contrast between each text and its background, with each of these styles. */
function contrasts(page: Page, styles: Record<string, string>[]): Promise<Record<string, number>[]> {
  return page.evaluate((allProperties) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    const luminance = (colour: string) => {
      if (!context) return 0;
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((channel) => {
        const part = channel / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one: string, other: string) => {
      const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      return (lighter + 0.05) / (darker + 0.05);
    };
    const find = (selector: string) => {
      const element = document.querySelector<HTMLElement>(selector);
      if (!element) throw new Error(`There is no ${selector}.`);
      return element;
    };
    const styleOf = (selector: string) => getComputedStyle(find(selector));
    const probes = find('.seat-map').appendChild(document.createElement('i'));
    const probeOf = (background: string) => {
      const probe = probes.appendChild(document.createElement('i'));
      probe.style.backgroundColor = background;
      return probe;
    };
    const ground = {
      floor: probeOf('color-mix(in oklab, var(--color-glow) 38%, var(--color-surface))'),
      accent: probeOf('var(--color-accent)'),
      raised: probeOf('var(--color-raised)'),
      soft: probeOf('var(--color-accent-soft)'),
      stub: probeOf('var(--film-stub, #4b1a4f)'),
    };
    const painted = (name: keyof typeof ground) => getComputedStyle(ground[name]).backgroundColor;
    const seatIn = (status: string) => `.seat-row:first-child .seat[data-status="${status}"]`;
    const withoutTransitions = new CSSStyleSheet();
    withoutTransitions.replaceSync('*, *::before, *::after { transition: none !important; }');
    document.adoptedStyleSheets.push(withoutTransitions);
    const found = allProperties.map((properties) => {
      const seatPage = find('.seat-page');
      seatPage.removeAttribute('style');
      for (const [name, value] of Object.entries(properties)) seatPage.style.setProperty(name, value);
      return {
        button: contrast(styleOf('.selection-book').color, styleOf('.selection-book').backgroundColor),
        chip: contrast(styleOf('.selection-chips button').color, styleOf('.selection-chips button').backgroundColor),
        'selected seat': contrast(styleOf(seatIn('selected')).color, styleOf(`${seatIn('selected')} .back`).fill),
        'its icon': contrast(
          styleOf(`${seatIn('selected')} .status-icon-selected`).stroke,
          styleOf(`${seatIn('selected')} .frame`).fill,
        ),
        'seat in the light': contrast(styleOf(seatIn('available')).color, styleOf(`${seatIn('available')} .back`).fill),
        row: contrast(styleOf('.seat-row-label').color, painted('floor')),
        screen: contrast(styleOf('.cinema-screen-label').color, painted('floor')),
        'text of the selection': contrast(painted('accent'), painted('raised')),
        'text on its soft colour': contrast(painted('accent'), painted('soft')),
        stub: contrast('#fff6e4', painted('stub')),
      };
    });
    document.adoptedStyleSheets.pop();
    probes.remove();
    return found;
  }, styles);
}

describe('in the colours of its movie', () => {
  const coloured = [...demoPosters.map((file) => `/posters/${file}`), ...Object.entries(PLAIN).map(plain)];
  const colourless = Object.entries(COLOURLESS).map(plain);

  it('the seat page is readable with more than 30 posters, light and dark', async () => {
    expect(coloured.length + colourless.length).toBeGreaterThanOrEqual(30);
    const { page } = await openSeatMap(await addShowWithSeats({ posterUrl: POSTER }), { reducedMotion: 'reduce' });
    await seat(page, 'A5').click();
    await page.getByRole('timer').waitFor();
    const posters = [...coloured, ...colourless];
    const styles = await stylesOf(page, posters);
    await expect.poll(() => filmOf(page)).toBe(styles[posters.indexOf(POSTER)]?.['--film-mine']);
    expect(posters.filter((_, n) => Object.keys(styles[n] ?? {}).length > 0)).toEqual(coloured);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await endTransitions(page);
      for (const [n, found] of (await contrasts(page, styles)).entries())
        for (const [what, contrast] of Object.entries(found))
          expect(contrast, `${what} with ${posters[n]} in ${colorScheme}`).toBeGreaterThanOrEqual(READABLE);
    }
  });

  it('the seat page has no serious accessibility finding', async () => {
    const { page } = await openSeatMap(await addShowWithSeats({ posterUrl: POSTER }), { reducedMotion: 'reduce' });
    await expect.poll(() => filmOf(page)).not.toBe('');
    await page.getByRole('button', { name: 'Best seats for 2' }).click();
    await page.getByRole('timer').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityFindings(page)).toEqual([]);
    }
  });
});

describe('when the hall is dimmed', () => {
  const MOVES = new Set(['translate', 'scale', 'rotate', 'opacity', 'strokeDashoffset']);
  const TIMING = new Set(['offset', 'computedOffset', 'easing', 'composite']);

  async function bookOne(reducedMotion: 'reduce' | 'no-preference') {
    const { page } = await openSeatMap(await addShowWithSeats({ posterUrl: POSTER }), { reducedMotion });
    await expect.poll(() => filmOf(page)).not.toBe('');
    await seat(page, 'A5').click();
    await page.getByRole('timer').waitFor();
    const film = await page.locator('.seat-page').evaluate((element) => element.style.getPropertyValue('--film-stub'));
    await page.getByRole('button', { name: 'Book Seats' }).click();
    await page.locator('.ticket-stub').waitFor();
    return { page, film };
  }

  it('the ticket is torn off in the movie’s colour, without layout during the animation', async () => {
    const { page, film } = await bookOne('no-preference');
    const moved = await page.evaluate(() =>
      document.getAnimations().flatMap((animation) => {
        const keyframes = animation.effect instanceof KeyframeEffect ? animation.effect.getKeyframes() : [];
        return keyframes.flatMap((keyframe) => Object.keys(keyframe));
      }),
    );
    for (const property of new Set(moved)) expect([...MOVES, ...TIMING]).toContain(property);
    const stub = await page
      .locator('.ticket-space')
      .evaluate((element) => element.style.getPropertyValue('--film-stub'));
    expect(stub).toBe(film);
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
    const shifts = (await layoutShifts(page)).map(Number.parseFloat);
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.001);
  });

  it('reduced motion shows the final state immediately, and a reload replays nothing', async () => {
    const { page } = await bookOne('reduce');
    const durations = await page.evaluate(() =>
      ['.ticket', '.ticket-stub', '.lights'].map((selector) => {
        const element = document.querySelector(selector);
        return element && getComputedStyle(element).animationDuration;
      }),
    );
    expect(durations).toEqual(['1e-05s', '1e-05s', '1e-05s']);
    const rest = () =>
      page.locator('.ticket').evaluate((ticket) => {
        const { opacity, translate, rotate } = getComputedStyle(ticket);
        const lights = document.querySelector('.lights');
        return [opacity, translate, rotate, lights && getComputedStyle(lights).opacity];
      });
    await expect.poll(rest).toEqual(['1', 'none', 'none', '0']);
    await page.reload();
    await page.locator('.ticket').waitFor();
    expect(await rest()).toEqual(['1', 'none', 'none', null]);
  });
});
