/** Reads a ticket code from a picture with the browser's BarcodeDetector, or else with a decoder that is loaded on first use. */
const TICKET_CODE = /MB-[0-9A-Z]{1,8}-[0-9A-Z]{12}/i;
const MAX_SIDE_PX = 1000;

interface Detector {
  detect(picture: CanvasImageSource): Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

async function findDetector(): Promise<Detector | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = (await BarcodeDetector?.getSupportedFormats()) ?? [];
  return BarcodeDetector && formats.includes('qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : null;
}

let detector: Promise<Detector | null> | undefined;

async function decode(picture: CanvasImageSource, width: number, height: number): Promise<string | undefined> {
  const { decodeQR } = await import('qr/decode.js');
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return undefined;
  // Otherwise a transparent picture would be black on black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  try {
    return decodeQR({ data, width: canvas.width, height: canvas.height });
  } catch {
    return undefined;
  }
}

async function readPicture(picture: CanvasImageSource, width: number, height: number): Promise<string | null> {
  detector ??= findDetector().catch(() => null);
  const found = await detector;
  const text = found ? (await found.detect(picture))[0]?.rawValue : await decode(picture, width, height);
  return text ? (TICKET_CODE.exec(text)?.[0] ?? text) : null;
}

export const readFrame = (video: HTMLVideoElement): Promise<string | null> =>
  video.videoWidth === 0 ? Promise.resolve(null) : readPicture(video, video.videoWidth, video.videoHeight);

export async function readPictureFile(file: File): Promise<string | null> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return await readPicture(image, image.naturalWidth || MAX_SIDE_PX, image.naturalHeight || MAX_SIDE_PX);
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
}
