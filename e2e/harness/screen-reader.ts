/**
 * A screen reader in the page (@guidepup/virtual-screen-reader): it says what gets the focus, what is read line by line, and
 * what live regions announce. It doesn't say typed letters, nor alerts that appear together with their text.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const LIBRARY = fileURLToPath(import.meta.resolve('@guidepup/virtual-screen-reader/browser.js'));
const ADDRESS = '/virtual-screen-reader.js';
const MOST_STEPS = 150;

interface Virtual {
  next(): Promise<void>;
  spokenPhraseLog(): Promise<string[]>;
  clearSpokenPhraseLog(): Promise<void>;
}

declare global {
  interface Window {
    virtual: Virtual;
  }
}

/** Starts it on the current page. It keeps running while the app changes pages, until the page is loaded again. */
export async function startScreenReader(page: Page) {
  const transcript: string[] = [];
  await page.route(`**${ADDRESS}`, async (route) =>
    route.fulfill({ contentType: 'text/javascript', body: await readFile(LIBRARY, 'utf8') }),
  );
  // A string, because Vitest would rewrite an import.
  await page.evaluate(`import('${ADDRESS}').then(async ({ virtual }) => {
    await virtual.start({ container: document.body });
    window.virtual = virtual;
  })`);

  /** What was said since the last call. */
  const listen = () =>
    page.evaluate(async () => {
      // It speaks a task after the event.
      for (let task = 0; task < 3; task += 1) await new Promise((resolve) => setTimeout(resolve));
      const said = [...(await window.virtual.spokenPhraseLog())];
      await window.virtual.clearSpokenPhraseLog();
      return said;
    });
  /** What was said since the last key. */
  let heard: string[] = [];
  const write = async (cause: string) => {
    // Emptying a live region announces nothing.
    const said = (await listen()).filter((text) => !/^(polite|assertive): $/.test(text) && text !== heard.at(-1));
    heard.push(...said);
    transcript.push(...said.map((text) => `${cause}: ${text}`));
    return heard;
  };
  const act = async (cause: string, action: () => Promise<unknown>) => {
    heard = [];
    await action();
    return write(cause);
  };
  const press = (key: string) => act(key, () => page.keyboard.press(key));
  return {
    transcript: () => tidy(transcript),
    /** Begins a part of the transcript. */
    chapter: (title: string) => void transcript.push('', `# ${title}`),
    press,
    type: async (text: string, name: string) => {
      transcript.push(`Types ${name}`);
      await act('Then', () => page.keyboard.type(text));
    },
    /** Presses Tab until the control has the focus. */
    tabTo: async (name: RegExp) => {
      for (let step = 0; step < MOST_STEPS; step += 1) if ((await press('Tab')).some((text) => name.test(text))) return;
      throw new Error(`No Tab led to ${name}:\n${tidy(transcript)}`);
    },
    /** Waits until this has been said since the last key. */
    hear: (expected: RegExp) => expect.poll(async () => (await write('Then')).join('\n')).toMatch(expected),
    /** Reads on, line by line, up to and including this one. */
    readTo: async (last: RegExp) => {
      for (let step = 0; step < MOST_STEPS; step += 1)
        if ((await act('Reads', () => page.evaluate(() => window.virtual.next()))).some((text) => last.test(text)))
          return;
      throw new Error(`${last} is not on the page:\n${tidy(transcript)}`);
    },
  };
}

/** Roles that a screen reader passes over. */
const UNSAID = /^\w+: (paragraph|term|definition|strong|status|,)$/;

/** Leaves out ends, unsaid roles, and the parts of buttons and links, which are said as one. */
function tidy(transcript: readonly string[]): string {
  const lines: string[] = [];
  let whole: string | undefined;
  transcript.forEach((line, index) => {
    if (whole !== undefined) {
      if (line === whole) whole = undefined;
      return;
    }
    if (UNSAID.test(line) || /^\w+: end of /.test(line)) return;
    lines.push(line.replace(/(?<=listitem), level \d+, position (\d+), set size (\d+)$/, ' $1 of $2'));
    const end = line.replace(/: (?=(?:button|link), )/, ': end of ');
    if (end !== line && transcript.slice(index).includes(end)) whole = end;
  });
  return `${lines.join('\n').trim()}\n`;
}
