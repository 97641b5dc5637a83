/** Opens a scene in its own browser profile and takes its pictures as WebP. */
import { writeFile } from 'node:fs/promises';
import type { Session } from '@moviebooking/contract/accounts';
import type { Browser, Page } from 'playwright-core';
import { DESKTOP, openContext, PHONE } from '../harness/browser.ts';
import type { DemoSite } from './demo-site.ts';
import type { Device, Scene, Scheme } from './scene.ts';

const QUALITY = 60;
const TIMEOUT_MS = 15_000;

const devices = {
  desktop: { viewport: DESKTOP },
  laptop: { viewport: { width: 1366, height: 768 } },
  phone: { viewport: PHONE, isMobile: true, hasTouch: true },
  'low-phone': { viewport: { width: 360, height: 620 }, isMobile: true, hasTouch: true },
  'small-phone': { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
};

export interface Shot {
  scheme: Scheme;
  file: string;
}

interface PictureOptions {
  site: DemoSite;
  browser: Browser;
  scene: Scene;
  device: Device;
  shots: Shot[];
}

export async function takePictures({ site, browser, scene, device, shots }: PictureOptions): Promise<void> {
  const context = await openContext(browser, {
    ...{ baseURL: site.address, reducedMotion: 'reduce', ...devices[device] },
    ...(scene.user === 'loggedOut' ? {} : { session: inItsLanguage(site[scene.user], scene) }),
    ...(scene.language && { locale: 'hi-IN' }),
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    await scene.setup?.(page, site);
    await page.goto(typeof scene.address === 'string' ? scene.address : await scene.address(site));
    await scene.action?.(page, site);
    await page.getByText(scene.shows).filter({ visible: true }).first().waitFor();
    for (const { scheme, file } of shots) {
      await page.emulateMedia({ colorScheme: scheme });
      await settle(page);
      await takePicture(page, file);
    }
  } finally {
    await context.close();
  }
}

const inItsLanguage = ({ user, ...session }: Session, { language }: Scene): Session => ({
  ...session,
  user: { ...user, ...(language && { language }) },
});

/** Waits until fonts and visible pictures have loaded, and stops animations and the blinking caret. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    document.documentElement.style.caretColor = 'transparent';
    await document.fonts.ready;
    const isInSight = (image: HTMLImageElement) => {
      const { top, bottom } = image.getBoundingClientRect();
      return image.checkVisibility() && bottom > 0 && top < innerHeight;
    };
    const inSight = [...document.images].filter(isInSight);
    for (const image of inSight) image.loading = 'eager';
    await Promise.all(inSight.map((image) => image.decode().catch(() => {})));
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

async function takePicture(page: Page, file: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await writeFile(file, data, 'base64');
}
