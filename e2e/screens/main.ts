/**
 * `npm run screens` takes a picture of every screen into .screens, which git ignores; with a word, only of those whose names
 * contain it. Pictures that are in docs/screens, because a document shows them, are replaced there.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../harness/browser.ts';
import { accounts } from './accounts.ts';
import { adminCatalogue } from './admin-catalogue.ts';
import { adminCheckIn } from './admin-check-in.ts';
import { adminReports } from './admin-reports.ts';
import { adminUsers } from './admin-users.ts';
import { type DemoSite, openDemoSite } from './demo-site.ts';
import { hindi } from './hindi.ts';
import { longNames } from './long-names.ts';
import { movies } from './movies.ts';
import { passwords } from './passwords.ts';
import { profile } from './profile.ts';
import { DEVICES, type Device, type Scenes } from './scene.ts';
import { seats } from './seats.ts';
import { type Shot, takePictures } from './take-pictures.ts';
import { tickets } from './tickets.ts';

const FOLDER = fileURLToPath(new URL('../../.screens/', import.meta.url));
const DOCS_FOLDER = fileURLToPath(new URL('../../docs/screens/', import.meta.url));
const SCHEMES = ['light', 'dark'] as const;

const scenes: Scenes = {
  ...{ ...accounts, ...passwords, ...movies, ...seats, ...tickets, ...profile, ...hindi },
  ...{ ...adminReports, ...adminCatalogue, ...adminCheckIn, ...adminUsers },
  // Last, because it adds to the catalogue.
  ...longNames,
};

function pathOf(picture: string): string {
  const inDocs = join(DOCS_FOLDER, picture);
  return existsSync(inDocs) ? inDocs : join(FOLDER, picture);
}

function shotsOf(name: string, device: Device): Shot[] {
  return SCHEMES.filter((scheme) => scenes[name]?.looks.includes(`${device}-${scheme}`)).map((scheme) => ({
    scheme,
    file: pathOf(`${name}-${device}-${scheme}.webp`),
  }));
}

async function takeAll(site: DemoSite, browser: Browser, wanted: string): Promise<string[]> {
  const taken: string[] = [];
  for (const [name, scene] of Object.entries(scenes)) {
    for (const device of DEVICES) {
      const shots = shotsOf(name, device).filter(({ file }) => basename(file).includes(wanted));
      if (shots.length === 0) continue;
      try {
        await takePictures({ site, browser, scene, device, shots });
        taken.push(...shots.map(({ file }) => file));
        console.log(`✓ ${name}, ${device} ${shots.map(({ scheme }) => scheme).join(' and ')}`);
      } catch (error) {
        if (!browser.isConnected()) throw new Error('Stopped.');
        console.error(`✗ ${name}, ${device}\n`, error);
        process.exitCode = 1;
      }
    }
  }
  return taken;
}

async function deletePicturesOfRemovedScenes(): Promise<void> {
  const current = Object.keys(scenes).flatMap((name) => DEVICES.flatMap((device) => shotsOf(name, device)));
  const files = new Set(current.map(({ file }) => file));
  for (const name of await readdir(FOLDER)) if (!files.has(join(FOLDER, name))) await rm(join(FOLDER, name));
}

async function printSummary(taken: string[], started: number): Promise<void> {
  let bytes = 0;
  for (const file of taken) bytes += (await stat(file)).size;
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${taken.length} pictures, ${(bytes / 1_000_000).toFixed(1)} MB, in ${seconds} s`);
}

const started = performance.now();
const site = await openDemoSite();
try {
  const browser = await launchBrowser({ handleSIGINT: false, handleSIGTERM: false });
  const stop = () => void browser.close();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  await mkdir(FOLDER, { recursive: true });
  const taken = await takeAll(site, browser, process.argv[2] ?? '');
  await browser.close();
  await deletePicturesOfRemovedScenes();
  await printSummary(taken, started);
} finally {
  await site.close();
}
