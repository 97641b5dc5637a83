import { ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../lib/language.ts';
import { storage } from '../../lib/storage.ts';
import { IconButton } from '../../ui/button.tsx';
import { CinemaScreen, type CinemaScreenPoster } from './cinema-screen.tsx';
import { SeatPaints } from './seat-shape.tsx';

const ZOOM_KEY = 'seat-map-zoom';
type Zoom = 'near' | 'whole';

const storedZoom = (): Zoom => (storage.getItem(ZOOM_KEY) === 'near' ? 'near' : 'whole');

interface SeatMapFrameProps {
  heading: string;
  /** Shown on the cinema's screen. */
  poster: CinemaScreenPoster;
  /** Next to the heading. */
  tools?: ReactNode;
  /** Without a live connection the seats may have changed. */
  isStale: boolean;
  children: ReactNode;
}

/** Frames the seats with the cinema's screen, and lets fingers pan and zoom them. */
export function SeatMapFrame({ heading, poster, tools, isStale, children }: SeatMapFrameProps) {
  const [zoom, setZoom] = useState(storedZoom);
  const frame = useRef<HTMLDivElement>(null);
  const isNear = zoom === 'near';

  // A new zoom starts in the middle of the map. It waits for the next frame: measuring now would lay the page out twice.
  useLayoutEffect(() => {
    const request = requestAnimationFrame(() => {
      const element = frame.current;
      if (element) element.scrollLeft = (element.scrollWidth - element.clientWidth) / 2;
    });
    return () => cancelAnimationFrame(request);
  }, [zoom]);

  const changeZoom = () => {
    const next = isNear ? 'whole' : 'near';
    setZoom(next);
    storage.setItem(ZOOM_KEY, next);
  };

  return (
    <div className="seat-map" data-zoom={zoom} data-stale={isStale}>
      <SeatPaints />
      <div className="seat-map-head">
        <h2 className="seat-map-heading">{heading}</h2>
        {tools}
      </div>
      <IconButton
        icon={isNear ? ZoomOut : ZoomIn}
        label={isNear ? t('All seats') : t('Bigger seats')}
        onClick={changeZoom}
        className="seat-map-zoom"
      />
      <div ref={frame} className="seat-map-frame">
        <div className="seat-map-floor">
          <CinemaScreen {...poster} />
          {children}
        </div>
      </div>
    </div>
  );
}
