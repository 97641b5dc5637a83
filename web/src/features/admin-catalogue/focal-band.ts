/**
 * Finds the part of a poster that a wide crop should show: where the most detail is near the middle of its width, without
 * lettering. Rows of letters alternate between light and dark many times, and drawings rarely do.
 */
const SAMPLE = { width: 96, height: 144 };
/** The share of the poster's height that the crop shows. */
export const BAND = 80 / 576;
/** Faces are usually a little above the middle. */
const USUAL_MIDDLE = 0.45;
const USUAL_SPREAD = 0.16;

/** From 0 (top) to 100 (bottom). Undefined if the picture is missing, or if its host doesn't allow reading its pixels. */
export async function readFocalBand(posterUrl: string): Promise<number | undefined> {
  try {
    const image = Object.assign(new Image(), { src: posterUrl, referrerPolicy: 'no-referrer' });
    await image.decode();
    const context = Object.assign(document.createElement('canvas'), SAMPLE).getContext('2d');
    if (!context) return undefined;
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, SAMPLE.width, SAMPLE.height);
    return focalBand(context.getImageData(0, 0, SAMPLE.width, SAMPLE.height).data, SAMPLE);
  } catch {
    return undefined;
  }
}

export function focalBand(pixels: ArrayLike<number>, { width, height }: typeof SAMPLE): number {
  const rows = Array.from({ length: height }, (_, y) => measureRow(pixels, { width, height }, y));
  const size = Math.round(height * BAND);
  let best = { score: Number.NEGATIVE_INFINITY, top: 0 };
  for (let top = 0; top + size <= height; top++) {
    let [sum, weights] = [0, 0];
    for (let y = 0; y < size; y++) {
      const weight = 1 - 0.45 * Math.abs((2 * (y + 0.5)) / size - 1);
      weights += weight;
      sum += weight * (rows[top + y]?.interest ?? 0);
    }
    const offCentre = ((top + size / 2) / height - USUAL_MIDDLE) / USUAL_SPREAD;
    // A band that begins in the middle of something cuts off a head.
    const score = sum / weights - 0.07 * (rows[top]?.edges ?? 0) - 10 * offCentre ** 2;
    if (score > best.score) best = { score, top };
  }
  return Math.round((100 * best.top) / (height - size));
}

function measureRow(pixels: ArrayLike<number>, { width, height }: typeof SAMPLE, y: number) {
  /** Lightness, and red against green and yellow against blue at half their weight. */
  const colour = (x: number, row = y) => {
    const at = 4 * (row * width + x);
    const [red = 0, green = 0, blue = 0] = [pixels[at], pixels[at + 1], pixels[at + 2]];
    return [0.3 * red + 0.59 * green + 0.11 * blue, (red - green) / 2, (red + green) / 4 - blue / 2] as const;
  };
  const step = (one: readonly number[], other: readonly number[]) =>
    Math.min(130, Math.hypot(...one.map((value, index) => value - (other[index] ?? 0))));
  let [edges, heightwise, weights, flips, direction] = [0, 0, 0, 0, 0];
  for (let x = 1; x < width - 1; x++) {
    const weight = 1 - ((2 * x) / width - 1) ** 2;
    weights += weight;
    edges += weight * step(colour(x + 1), colour(x - 1));
    if (y > 0 && y < height - 1) heightwise += weight * step(colour(x, y + 1), colour(x, y - 1));
    const change = colour(x)[0] - colour(x - 1)[0];
    if (Math.abs(change) <= 24 || Math.sign(change) === direction) continue;
    direction = Math.sign(change);
    flips += 1;
  }
  const interest = (0.65 * edges + 0.9 * heightwise) / weights - 4 * Math.max(0, flips - 6);
  return { edges: edges / weights, interest };
}
