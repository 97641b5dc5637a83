/** The actions of a walker on a page. Each returns a description of what it did, or null when it was not possible. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Choices } from './choices.ts';
import { isFormatted, textsFor } from './hostile-texts.ts';
import type { Control } from './probe.ts';
import type { Tab } from './tab.ts';

const KEYS: Record<string, number> = {
  ...{ Tab: 24, 'Shift+Tab': 8, Enter: 14, Space: 10, Escape: 8 },
  ...{ ArrowDown: 10, ArrowRight: 8, ArrowUp: 5, ArrowLeft: 5 },
  ...{ Home: 1, End: 1, PageDown: 1, PageUp: 1, 'Control+Home': 1, 'Control+End': 1 },
};

/** Chosen before the control itself, because a page has a hundred seats and only a few buttons. */
const KINDS: Record<Control['kind'], number> = { seat: 40, button: 40, link: 22, field: 6 };

export const ADDRESSES = [
  '/',
  '/movies',
  '/movies?page=2',
  '/movies/1/cinemas',
  '/shows/1',
  '/bookings/history',
  '/bookings/confirmation',
  '/profile',
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password#token=unknown',
  '/confirm-email#token=unknown',
  '/shows/999999/seats',
  '/shows/1/seats?near=E4,%3Cscript%3E,Z9,E4',
  '/shows/1/seats?change=999999',
  '/bookings/history?ticket=5abc',
  '/movies/5abc/cinemas',
  '/nowhere/%E0%A4%B6%E0%A5%8B',
];

export const ADMIN_ADDRESSES = [
  '/admin',
  '/admin/cinemas',
  '/admin/movies',
  '/admin/screens',
  '/admin/shows',
  '/admin/shows/day',
  '/admin/shows/schedule',
  '/admin/bookings',
  '/admin/users',
  '/admin/audit',
  '/admin/analytics',
  '/admin/check-in',
  '/admin/bookings?page=99&search=%25',
  '/admin/nowhere',
];

async function chooseControl(tab: Tab, choices: Choices, kinds: Partial<typeof KINDS>) {
  const controls = (await tab.ask('controls')) ?? [];
  const there = Object.fromEntries(
    Object.entries(kinds).filter(([kind]) => controls.some((control) => control.kind === kind)),
  );
  const kind = choices.weigh(there);
  const indices = controls.flatMap((control, index) => (control.kind === kind ? [index] : []));
  if (indices.length === 0) return null;
  const index = choices.pick(indices);
  const place = await tab.ask('reach', index);
  const control = controls[index];
  return place && control ? { place, control } : null;
}

export async function press(tab: Tab, choices: Choices): Promise<string | null> {
  const chosen = await chooseControl(tab, choices, KINDS);
  if (!chosen) return null;
  const { place, control } = chosen;
  const clickCount = choices.chance(0.06) ? 2 : 1;
  if (control.kind === 'seat') return pressSeats(tab, choices, place);
  await tab.page.mouse.click(place.x, place.y, { clickCount });
  return `${clickCount === 2 ? 'double-click' : 'click'} ${control.kind} "${control.name}"`;
}

/** Clicks several seats in a row, as people do. */
async function pressSeats(tab: Tab, choices: Choices, first: { x: number; y: number }): Promise<string> {
  const count = 1 + choices.below(4);
  await tab.page.mouse.click(first.x, first.y);
  for (let further = 1; further < count; further += 1) {
    const next = await chooseControl(tab, choices, { seat: 1 });
    if (next) await tab.page.mouse.click(next.place.x, next.place.y);
  }
  return `click ${count} seats`;
}

export async function type(tab: Tab, choices: Choices): Promise<string | null> {
  const chosen = await chooseControl(tab, choices, { field: 1 });
  const submits = choices.chance(0.3);
  if (!chosen) return null;
  const { place, control } = chosen;
  const text = choices.pick(textsFor(control.type));
  await tab.page.mouse.click(place.x, place.y);
  if (isFormatted(control.type)) await tab.page.locator(':focus').fill(text, { timeout: 2_000 });
  else {
    await tab.page.keyboard.press('Control+A');
    if (text === '') await tab.page.keyboard.press('Delete');
    else await tab.page.keyboard.insertText(text);
  }
  if (submits) await tab.page.keyboard.press('Enter');
  return `type ${JSON.stringify(text.slice(0, 40))} into "${control.name}"${submits ? ' and press Enter' : ''}`;
}

export async function pressKeys(tab: Tab, choices: Choices): Promise<string> {
  const key = choices.weigh(KEYS);
  const times = choices.chance(0.3) ? 1 + choices.below(5) : 1;
  for (let time = 0; time < times; time += 1) await tab.page.keyboard.press(key);
  return `press ${key}${times > 1 ? ` ${times} times` : ''}`;
}

export async function goBackOrForward(tab: Tab, choices: Choices): Promise<string | null> {
  const isBack = choices.chance(0.7);
  const { canGoBack, canGoForward } = await tab.page.evaluate(() => {
    const { canGoBack, canGoForward } = (window as unknown as { navigation: Record<string, boolean> }).navigation;
    return { canGoBack, canGoForward };
  });
  if (!(isBack ? canGoBack : canGoForward)) return null;
  await (isBack ? tab.page.goBack({ waitUntil: 'commit' }) : tab.page.goForward({ waitUntil: 'commit' }));
  return isBack ? 'go back' : 'go forward';
}

export async function reload(tab: Tab): Promise<string> {
  await tab.page.reload({ waitUntil: 'commit' });
  return 'reload';
}

export async function open(tab: Tab, address: string): Promise<string> {
  await tab.page.goto(address, { waitUntil: 'commit' });
  return `open ${address}`;
}

export async function moveMouse(tab: Tab, choices: Choices): Promise<string> {
  const { width, height } = tab.page.viewportSize() ?? { width: 0, height: 0 };
  const [x, y, down] = [choices.below(width), choices.below(height), choices.below(1600) - 600];
  await tab.page.mouse.move(x, y);
  await tab.page.mouse.wheel(0, down);
  return `point at ${x}, ${y} and scroll by ${down}`;
}

/** A dialog may stay open until its request is done. */
const DIALOG_LIMIT_MS = 60_000;
/** Recovery codes are shown once, so Escape must not close their dialog. */
const STAYS_ON_ESCAPE = 'Save your recovery codes';

/** Closes the topmost dialog with Escape or its button. Adds to `problems` when that fails. */
export async function closeDialog(tab: Tab, choices: Choices, problems: string[]): Promise<string | null> {
  const byKey = choices.chance(0.5);
  const title = (await tab.state())?.dialogs.at(-1);
  if (title === undefined) return null;
  if ((await tab.state())?.hasPopup) await tab.page.keyboard.press('Escape');
  const usesKey = byKey && title !== STAYS_ON_ESCAPE;
  const what = `close the dialog "${title}" ${usesKey ? 'with Escape' : 'with its button'}`;
  const until = performance.now() + DIALOG_LIMIT_MS;
  for (;;) {
    if (usesKey) await tab.page.keyboard.press('Escape');
    else {
      const index = await tab.ask('closer');
      const place = index !== undefined && index >= 0 ? await tab.ask('reach', index) : null;
      if (place) await tab.page.mouse.click(place.x, place.y);
      else if ((await tab.state())?.dialogs.at(-1) === title)
        problems.push(`the dialog "${title}" has no button that closes it`);
    }
    for (let look = 0; look < 20; look += 1) {
      await pause(100);
      const state = await tab.state();
      if (state && !state.dialogs.includes(title)) return what;
    }
    if (performance.now() > until) {
      problems.push(`could not ${what}`);
      return what;
    }
  }
}
