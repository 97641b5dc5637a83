import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { readFrame } from './read-qr-code.ts';

const READ_EVERY_MS = 200;
const SAME_CODE_PAUSE_MS = 4_000;

export const hasCamera = (): boolean => typeof navigator.mediaDevices?.getUserMedia === 'function';

/** Scans codes for as long as it is mounted. A ticket held still is read once. */
export function Camera({ onCode }: { onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const emitCode = useEffectEvent(onCode);

  useEffect(() => {
    const ended = new AbortController();
    let last = { code: '', at: 0 };

    async function readFrames(stream: MediaStream): Promise<void> {
      const element = video.current;
      if (!element) return;
      element.srcObject = stream;
      element.scrollIntoView({ block: 'nearest' });
      await element.play();
      while (!ended.signal.aborted) {
        const code = await readFrame(element);
        const isNew = code !== last.code || Date.now() - last.at > SAME_CODE_PAUSE_MS;
        if (code) {
          if (isNew && !ended.signal.aborted) emitCode(code);
          last = { code, at: Date.now() };
        }
        await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
      }
    }

    navigator.mediaDevices
      .getUserMedia({ video: { facingMode: 'environment' } })
      .then((stream) => {
        const stop = () => {
          for (const track of stream.getTracks()) track.stop();
        };
        if (ended.signal.aborted) return stop();
        ended.signal.addEventListener('abort', stop);
        return readFrames(stream);
      })
      .catch(() => {
        if (!ended.signal.aborted) setProblem("We can't use the camera. Allow it in your browser, or type the code.");
      });
    return () => ended.abort();
  }, []);

  if (problem) return <Banner tone="danger">{problem}</Banner>;
  return (
    <div className="relative overflow-hidden rounded-xl bg-dark">
      <video
        ref={video}
        muted
        playsInline
        aria-label="Camera"
        className="aspect-4/3 max-h-80 w-full scroll-mt-20 object-cover"
      />
      <div aria-hidden className="absolute inset-[15%] rounded-lg border-4 border-marigold/80" />
    </div>
  );
}
