import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { addMovie, addScreen, addShow, HOUR_MS } from './harness/catalogue.ts';
import { openPage, site } from './harness/user.ts';

/** The bytes of the response, with its headers, as a browser receives them. */
async function bytesOf(path: string): Promise<number> {
  const { hostname, port } = new URL(site());
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n`);
  let bytes = 0;
  for await (const part of socket) bytes += part.length;
  return bytes;
}

describe('a shared link', () => {
  it('opened without a login says what it is about, in the ten packets of the first round trip', async () => {
    const movie = await addMovie({ title: 'The Great Sitapur Mela: नमक', posterUrl: '/posters/gajadwara.svg' });
    const days = [1, 2, 3].map((day) => Date.now() + day * 24 * HOUR_MS);
    const names = ['Charminar Pictures', 'Lodhi Garden Cinema', 'Marigold Talkies'];
    const screens = await Promise.all(names.map((name) => addScreen({ name, city: 'New Delhi' })));
    const shows = await Promise.all(
      screens.map((screen, index) => addShow({ movie, screen, startsAt: days[index] ?? 0 })),
    );
    for (const path of [`/movies/${movie.id}/cinemas`, `/shows/${shows[0]?.id}/seats`]) {
      const html = await (await fetch(`${site()}${path}?near=E4`)).text();
      expect(html).toContain(`<meta property="og:title" content="${movie.title}" />`);
      expect(html).toMatch(new RegExp(`property="og:image" content="/previews/${movie.id}\\.png\\?v=`));
      expect(html.indexOf('og:image')).toBeLessThan(html.indexOf('<style'));
      expect(html).not.toContain('E4');
      const bytes = await bytesOf(path);
      console.log(`The page with a preview: ${bytes} bytes with its headers`);
      expect(bytes).toBeLessThanOrEqual(10 * 1_460 - 50);
    }
  });

  it('has a picture that a browser can draw', async () => {
    const movie = await addMovie({ title: 'Gajadwara', posterUrl: '/posters/gajadwara.svg' });
    const page = await openPage('/login');
    const size = await page.evaluate(async (id) => {
      const image = new Image();
      image.src = `/previews/${id}.png`;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    }, movie.id);
    expect(size).toEqual([1200, 630]);
    expect((await (await fetch(`${site()}/previews/site.png`)).arrayBuffer()).byteLength).toBeLessThan(300_000);
  });
});
