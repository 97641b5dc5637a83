/** Opens a scene in a browser profile of its own and takes its pictures as WebP. */
import { writeFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { DESKTOP, PHONE, welcome } from '../harness/browser.ts';
import type { House } from './house.ts';
import type { Device, Scene, Scheme } from './screen.ts';

const QUALITY = 60;
const PATIENCE_MS = 15_000;

const devices = {
  desktop: { viewport: DESKTOP },
  phone: { viewport: PHONE, isMobile: true, hasTouch: true },
};

export interface Shot {
  scheme: Scheme;
  file: string;
}

interface Sitting {
  house: House;
  browser: Browser;
  scene: Scene;
  device: Device;
  shots: Shot[];
}

export async function takePictures({ house, browser, scene, device, shots }: Sitting): Promise<void> {
  const context = await welcome(browser, {
    ...{ baseURL: house.address, reducedMotion: 'reduce', ...devices[device] },
    ...(scene.visitor === 'guest' ? {} : { session: house[scene.visitor] }),
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await scene.circumstances?.(page, house);
    await page.goto(typeof scene.address === 'string' ? scene.address : await scene.address(house));
    await scene.action?.(page, house);
    await page.getByText(scene.shows).filter({ visible: true }).first().waitFor();
    for (const { scheme, file } of shots) {
      await page.emulateMedia({ colorScheme: scheme });
      await settle(page);
      await photograph(page, file);
    }
  } finally {
    await context.close();
  }
}

/** Fonts and pictures in sight have arrived, nothing moves, and no caret blinks. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    document.documentElement.style.caretColor = 'transparent';
    await document.fonts.ready;
    const isInSight = (image: HTMLImageElement) => {
      const { top, bottom } = image.getBoundingClientRect();
      return image.checkVisibility() && bottom > 0 && top < innerHeight;
    };
    const inSight = [...document.images].filter(isInSight);
    await Promise.all(inSight.map((image) => image.decode().catch(() => {})));
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

async function photograph(page: Page, file: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await writeFile(file, data, 'base64');
}
