import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { readFrame } from './read-code.ts';

const LOOK_EVERY_MS = 200;
const SAME_CODE_PAUSE_MS = 4_000;

export const hasCamera = (): boolean => typeof navigator.mediaDevices?.getUserMedia === 'function';

/** Looks through the camera for as long as it is on the page; a ticket held still is read once and not over and over. */
export function Camera({ onCode }: { onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const tell = useEffectEvent(onCode);

  useEffect(() => {
    const ended = new AbortController();
    let last = { code: '', at: 0 };

    async function look(stream: MediaStream): Promise<void> {
      const screen = video.current;
      if (!screen) return;
      screen.srcObject = stream;
      screen.scrollIntoView({ block: 'nearest' });
      await screen.play();
      while (!ended.signal.aborted) {
        const code = await readFrame(screen);
        const isNew = code !== last.code || Date.now() - last.at > SAME_CODE_PAUSE_MS;
        if (code) {
          if (isNew && !ended.signal.aborted) tell(code);
          last = { code, at: Date.now() };
        }
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
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
        return look(stream);
      })
      .catch(() => {
        if (!ended.signal.aborted) setProblem('The camera cannot be used. Allow it in the browser, or type the code.');
      });
    return () => ended.abort();
  }, []);

  if (problem) return <Banner tone="danger">{problem}</Banner>;
  return (
    <div className="relative overflow-hidden rounded-xl bg-hall">
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
