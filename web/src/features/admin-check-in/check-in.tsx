import type { Show } from '@moviebooking/contract/catalogue';
import { Camera as CameraIcon, CameraOff, ImageUp } from 'lucide-react';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { formatTime, localDay } from '../../lib/format.ts';
import { useListParams } from '../../lib/list-params.ts';
import { useAll } from '../../lib/lists.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Camera, hasCamera } from './camera.tsx';
import { readFile } from './read-code.ts';
import { LastScan, ScanHistory } from './scan-result.tsx';
import { useDoor } from './use-door.ts';

export function CheckIn() {
  const params = useListParams();
  const showId = params.value('showId');
  const door = useDoor(showId ? Number(showId) : undefined);
  const [last] = door.scans;
  const [isCameraOn, setCameraOn] = useState(false);
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title="Check-in" subtitle="Scan or type the code on the ticket" />
      <div className="flex flex-col gap-5">
        {isCameraOn && <Camera onCode={door.scan} />}
        <ShowChoice showId={showId} onChoose={(value) => params.choose('showId', value)} />
        <Card className="flex flex-col gap-4 p-4 sm:p-5">
          <CodeForm onCode={door.scan} isBusy={door.isScanning} />
          <PictureSources onCode={door.scan} isCameraOn={isCameraOn} onCamera={() => setCameraOn(!isCameraOn)} />
        </Card>
        <div aria-live="assertive" className="sticky bottom-4">
          {last && <LastScan key={last.key} scan={last} />}
        </div>
        {door.scans.length > 1 && <ScanHistory scans={door.scans.slice(1)} />}
      </div>
    </div>
  );
}

/** A door that belongs to one show refuses tickets for the others. */
function ShowChoice({ showId, onChoose }: { showId: string; onChoose: (showId: string) => void }) {
  const shows = useAll<Show>('/shows', { date: localDay(Date.now()) });
  const options = (shows.data ?? [])
    .toSorted((a, b) => a.startTime.localeCompare(b.startTime))
    .map(({ id, startTime, movie, screen }) => ({
      value: String(id),
      label: `${formatTime(startTime)} · ${movie.title} · ${screen.cinema.name}, ${screen.name}`,
    }));
  const isKnown = showId === '' || options.some(({ value }) => value === showId);
  return (
    <Select
      label="Door"
      value={showId}
      onChange={onChoose}
      options={[
        { value: '', label: 'Any show of today' },
        ...(isKnown ? [] : [{ value: showId, label: `Show ${showId}` }]),
        ...options,
      ]}
    />
  );
}

interface CodeSourceProps {
  onCode: (code: string) => void;
}

function CodeForm({ onCode, isBusy }: CodeSourceProps & { isBusy: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = field.current?.value.trim();
    if (field.current) {
      // A scanner that types like a keyboard sends the next code right away.
      field.current.value = '';
      field.current.focus();
    }
    if (code) onCode(code);
  };
  return (
    <form onSubmit={submit} className="flex items-end gap-3">
      <TextField
        ref={field}
        label="Ticket code"
        placeholder="MB-…"
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        className="min-w-0 grow"
      />
      <Button type="submit" size="lg" busy={isBusy && 'Checking...'}>
        Check in
      </Button>
    </form>
  );
}

interface PictureSourcesProps extends CodeSourceProps {
  isCameraOn: boolean;
  onCamera: () => void;
}

function PictureSources({ onCode, isCameraOn, onCamera }: PictureSourcesProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const file = useRef<HTMLInputElement>(null);

  async function read({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const picture = target.files?.[0];
    target.value = '';
    if (!picture) return;
    const code = await readFile(picture);
    setProblem(code ? null : 'No ticket code was found in this picture.');
    if (code) onCode(code);
  }

  return (
    <>
      <div className="flex flex-wrap gap-3">
        {hasCamera() && (
          <Button variant="secondary" onClick={onCamera} className="max-sm:grow">
            {isCameraOn ? (
              <CameraOff aria-hidden className="-ml-1 size-4.5" />
            ) : (
              <CameraIcon aria-hidden className="-ml-1 size-4.5" />
            )}
            {isCameraOn ? 'Stop camera' : 'Use camera'}
          </Button>
        )}
        <Button variant="secondary" onClick={() => file.current?.click()} className="max-sm:grow">
          <ImageUp aria-hidden className="-ml-1 size-4.5" /> Use picture
        </Button>
        <input
          ref={file}
          type="file"
          accept="image/*"
          aria-label="Picture of a ticket"
          tabIndex={-1}
          onChange={(event) => void read(event)}
          className="sr-only"
        />
      </div>
      {problem && (
        <p role="alert" className="font-medium text-danger text-sm">
          {problem}
        </p>
      )}
    </>
  );
}
